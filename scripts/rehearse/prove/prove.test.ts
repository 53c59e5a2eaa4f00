import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { proofOf } from '../../../service/providers/proof.ts';
import { PROVIDER_DEFINITIONS } from '../../../service/providers/registry.ts';
import { differences } from './compare.ts';
import type { Simulated } from './simulate.ts';
import { openSimulated, walkSimulator } from './simulate.ts';
import { walkProvider } from './walk.ts';

describe('a walk of every step', () => {
  let simulated: Simulated;
  beforeAll(async () => {
    simulated = await openSimulated();
  });
  afterAll(() => simulated.stop());

  it.each(PROVIDER_DEFINITIONS)(
    'is done at $name, and its replay differs in nothing',
    async (definition) => {
      const { name, methods } = definition;
      const walked = await walkProvider({
        definition,
        methods,
        ...simulated.at(name),
      });
      const unlike = walked.steps.filter(({ ended }) => ended !== 'done');
      expect(unlike.map(({ step, method, why }) => [method, step, why])).toEqual([]);
      expect(proofOf(walked)).toMatchObject({
        by: 'production',
        methods: expect.arrayContaining([...methods]),
      });
      expect(differences(walked, await walkSimulator({ definition, methods }))).toEqual([]);
      expect(simulated.parties.takeViolations()).toEqual([]);
    },
  );
});
