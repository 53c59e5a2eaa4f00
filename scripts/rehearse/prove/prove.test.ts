import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { proofOf } from '../../../service/providers/proof.ts';
import { PROVIDER_DEFINITIONS } from '../../../service/providers/registry.ts';
import type { Parties } from '../open-parties.ts';
import { openParties } from '../open-parties.ts';
import { differences } from './compare.ts';
import type { NoticePlace } from './notice-place.ts';
import { openPlaceAt, simulatedAt, walkSimulator } from './simulate.ts';
import { walkProvider } from './walk.ts';

describe('a walk of every step', () => {
  let parties: Parties;
  let place: NoticePlace;
  beforeAll(async () => {
    parties = await openParties();
    place = await openPlaceAt(parties);
  });
  afterAll(async () => {
    await place.stop();
    await parties.stop();
  });

  it.each(PROVIDER_DEFINITIONS)(
    'is done at $name, and its replay differs in nothing',
    async (definition) => {
      const { name, methods } = definition;
      const walked = await walkProvider({
        definition,
        methods,
        ...simulatedAt(parties, name, place),
      });
      const unlike = walked.steps.filter(({ ended }) => ended !== 'done');
      expect(unlike.map(({ step, method, why }) => [method, step, why])).toEqual([]);
      expect(proofOf(walked)).toMatchObject({
        by: 'production',
        methods: expect.arrayContaining([...methods]),
      });
      expect(differences(walked, await walkSimulator({ definition, methods }))).toEqual([]);
      expect(parties.takeViolations()).toEqual([]);
    },
  );
});
