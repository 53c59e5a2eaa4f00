import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { proofOf } from '../../../service/providers/proof.ts';
import { PROVIDER_DEFINITIONS } from '../../../service/providers/registry.ts';
import { temporaryFolder } from '../../../service/testing/temporary-folder.ts';
import { BUYER, CARD } from '../merchant.ts';
import { differences } from './compare.ts';
import { readProveOptions } from './options.ts';
import { prove } from './prove.ts';
import type { Simulated } from './simulate.ts';
import { openSimulated, walkSimulator } from './simulate.ts';
import { walkProvider } from './walk.ts';

describe('before parties as they are played', () => {
  let simulated: Simulated;
  beforeAll(async () => {
    simulated = await openSimulated();
  });
  afterAll(() => simulated.stop());

  it.each(PROVIDER_DEFINITIONS)(
    'every step is done, and a replay differs in nothing: $name',
    { tags: ['rare'] },
    async (definition) => {
      const { name, methods } = definition;
      const walked = await walkProvider({ definition, ...simulated.at(name) });
      const unlike = walked.steps.filter(({ ended }) => ended !== 'done');
      expect(unlike.map(({ step, method, why }) => [method, step, why])).toEqual([]);
      expect(proofOf(walked, methods)?.methods.toSorted()).toEqual(methods.toSorted());
      expect(differences(walked, await walkSimulator(definition))).toEqual([]);
      expect(simulated.parties.takeViolations()).toEqual([]);
    },
  );

  it('the transcript of a walk is written, without what was typed, and what failed is said', async () => {
    const at = simulated.at('inter');
    const folder = temporaryFolder('proofs');
    const definition = PROVIDER_DEFINITIONS.find(({ name }) => name === 'inter');
    if (definition === undefined) throw new Error('it is not there');
    const lines: string[] = [];
    const hands = { ...at.hands, pay: async () => undefined, looks: 1 };
    const options = { ...at, definition, folder, noticesAt: null, hands };
    const code = await prove(options, (line) => lines.push(line));
    const said = lines.join('\n');
    expect(code).toBe(0);
    expect(said).toContain('it is paid, and found so with its amount: nobody has paid it');
    expect(said).toContain('0 are named.\n\nProved: no method');
    const [file = ''] = /\S+prove-inter-production-\S+\.json/.exec(said) ?? [];
    const text = readFileSync(file, 'utf8');
    expect(text).toContain('PUT api /pix/v2/cob/<id>');
    for (const value of [...Object.values(at.typed), ...Object.values(BUYER)]) {
      if (typeof value === 'string' && value.length > 7) expect(text).not.toContain(value);
    }
    expect(JSON.parse(text)).toMatchObject({ provider: 'inter', environment: 'production' });
  });
});

describe('the options', () => {
  const folder = temporaryFolder('prove-options');
  const file = (name: string, value: object) => {
    writeFileSync(join(folder, name), JSON.stringify(value));
    return `@${name}`;
  };
  const read = (...words: string[]) =>
    readProveOptions(['--provider', 'pagbank', ...words], { folder, print: () => undefined });

  it('are the provider’s own settings, and by default all it serves, in its sandbox', () => {
    const { typed, environment, noticesAt, hands } = read('--token', 'a-token');
    expect([typed, environment, noticesAt]).toEqual([{ token: 'a-token' }, 'sandbox', null]);
    expect([hands.cardThatIs('approved'), hands.looks]).toEqual([null, 61]);
  });

  it('take cards from files, and no card of tests is sent to a real acquirer', () => {
    const card = file('card.json', { ...CARD, brand: 'visa' });
    const payer = file('payer.json', BUYER);
    const real = ['--environment', 'production', '--real-money', 'yes', '--payer', payer];
    const { cvv, ...kept } = CARD;
    expect(read('--approved-card', card).hands.cardThatIs('approved')).toEqual({
      card: { kind: 'card', card: kept },
      cvv,
      brand: 'visa',
    });
    const cielo = readProveOptions(['--provider', 'cielo', ...real], {
      folder,
      print: () => undefined,
    });
    expect(cielo.hands.cardThatIs('approved')).toBeNull();
  });

  it.each([
    ['--provider is not valid', ['--provider', 'nobody']],
    ['real money moves', ['--environment', 'production']],
    ['--payer is missing', ['--environment', 'production', '--real-money', 'yes']],
    ['--environment is not valid', ['--environment', 'somewhere-else']],
    ['--approved-card', ['--approved-card', '@none.json']],
    ['--notices-address', ['--notices-address', 'http://notices.example.com']],
    ['An option is unknown', ['--secret-of-mine', 'hidden-value']],
  ])('say what is wrong with one and never its value: %s', (says, words) => {
    let told = '';
    try {
      read(...words);
    } catch (error) {
      told = error instanceof Error ? error.message : '';
    }
    expect(told).toContain(says);
    for (const value of ['somewhere-else', 'hidden-value', 'notices.example'])
      expect(told).not.toContain(value);
  });
});
