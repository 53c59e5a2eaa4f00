import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { CardBrand } from '../../../contract/card/card-brand.ts';
import { createKeyedHash } from '../../base/crypto/keyed-hash.ts';
import type {
  Acquirer,
  ChargeOutcome,
  ChargeRequest,
  KnownCharge,
} from '../../providers/acquirer.ts';
import { createRefusedTryStore } from '../../store/tables/limits/refused-try.ts';
import { opened } from '../../testing/opened.ts';
import { orderFacts } from '../../testing/order-facts.ts';
import { testDatabases } from '../../testing/test-db.ts';
import { testProvider } from '../../testing/test-provider.ts';
import type { RefusedTry } from './retry-budget.ts';
import { limitRetries, mayTry } from './retry-budget.ts';

const HOUR = 60 * 60 * 1_000;
const DAY = 24 * HOUR;
const NOW = new Date('2026-11-23T12:00:00Z');

/** So many tries, the last of them that long ago, each a minute before the one after it. */
function tries(
  count: number,
  { agoMs = HOUR, amount = 100, ...answer }: Partial<RefusedTry> & { agoMs?: number } = {},
): RefusedTry[] {
  return Array.from({ length: count }, (_, at) => ({
    ...{ brand: 'visa' as CardBrand, code: '51', amount, ...answer },
    triedAt: new Date(NOW.getTime() - agoMs - at * 60_000),
  }));
}

it.each<[string, CardBrand, RefusedTry[], boolean]>([
  ['that was never refused', 'visa', [], true],
  ['of Mastercard, refused six times today', 'mastercard', tries(6), true],
  ['of Mastercard, refused seven times today', 'mastercard', tries(7), false],
  ['of Mastercard, in any amount', 'mastercard', tries(7, { amount: 5 }), false],
  ['of Mastercard, refused seven times yesterday', 'mastercard', tries(7, { agoMs: DAY }), true],
  ['of Mastercard, 34 times in the month', 'mastercard', tries(34, { agoMs: 9 * DAY }), true],
  ['of Mastercard, 35 times in the month', 'mastercard', tries(35, { agoMs: 9 * DAY }), false],
  ['of Mastercard, 35 times before', 'mastercard', tries(35, { agoMs: 30 * DAY }), true],
  ['of Mastercard with 03', 'mastercard', tries(1, { code: '83', advice: '03' }), false],
  ['of Mastercard with 21', 'mastercard', tries(1, { advice: '21', agoMs: 29 * DAY }), false],
  ['of Mastercard with 02', 'mastercard', tries(1, { advice: '02' }), true],
  ['of Hipercard, as of Mastercard', 'hipercard', tries(7), false],
  ['of Visa, refused 14 times', 'visa', tries(14), true],
  ['of Visa, refused 15 times', 'visa', tries(15), false],
  ['of Visa, in another amount', 'visa', tries(15, { amount: 101 }), true],
  ['of Visa, lost', 'visa', tries(1, { code: '41' }), false],
  ['of Visa, lost, in another amount', 'visa', tries(1, { code: '41', amount: 101 }), true],
  ['of Visa, invalid', 'visa', tries(1, { code: '014', agoMs: 29 * DAY }), false],
  ['of Visa, stopped', 'visa', tries(1, { code: 'r0' }), false],
  ['of Elo, refused 14 times', 'elo', tries(14), true],
  ['of Elo, refused 15 times', 'elo', tries(15), false],
  ['of Elo, lost', 'elo', tries(1, { code: '41' }), true],
  ['of Amex', 'amex', tries(40), true],
  ['of a network that nobody knows', 'diners', tries(40), true],
])('one more try of a card is fined or not: %s', (_what, brand, before, expected) => {
  expect(mayTry(before, { brand, amount: 100, now: NOW })).toBe(expected);
});

describe.each(testDatabases())('a payment that a network would fine, on $engine', (database) => {
  const db = opened(database.openMigrated);
  beforeAll(() => () => db.close());

  const { signal } = new AbortController();
  const LOST: ChargeOutcome = {
    kind: 'refused',
    externalId: 'their-1',
    reason: 'card_blocked',
    network: { brand: 'visa', code: '41' },
  };
  let references = 0;

  function unused(): Promise<never> {
    return Promise.reject(new Error('nobody asks for this'));
  }

  /** `outcome`: null where it says nothing. */
  function arrange(outcome: ChargeOutcome | null = LOST, { isReal = true } = {}) {
    const asked: string[] = [];
    const party = { outcome, known: { kind: 'not_found' } as KnownCharge };
    let now = NOW;
    const store = createRefusedTryStore(db);
    // A root of its own: no test sees the tries of another.
    const hash = createKeyedHash(randomBytes(32));
    const cards: Acquirer = {
      settlesWithinMs: 0,
      async findCharge() {
        return party.known;
      },
      storeCard: unused,
      async charge({ reference }) {
        asked.push(reference);
        if (party.outcome === null) throw new Error('the line was cut');
        return party.outcome;
      },
    };
    const { cards: acquirer } = limitRetries(testProvider({ name: 'party', isReal, cards }), {
      refusedTries: store,
      hash,
      now: () => now,
    });
    const card = {
      holderName: 'ANA SOUZA',
      number: '4111111111111111',
      expirationMonth: '12',
      expirationYear: '2040',
    };
    function charge(changes: Partial<ChargeRequest> = {}) {
      references += 1;
      const request: ChargeRequest = {
        ...{ companyId: 'acme', reference: `pay_${references}`, ...orderFacts() },
        ...{ brand: 'visa', amount: 100, installments: 1, card: { kind: 'card', card } },
        canAuthenticateLater: false,
        ...changes,
      };
      if (acquirer === null) throw new Error('the acquirer is gone');
      return acquirer.charge(request, signal);
    }
    const wait = (ms: number) => {
      now = new Date(now.getTime() + ms);
    };
    /** The last charge, looked up. */
    function find(known: KnownCharge) {
      party.known = known;
      const reference = asked.at(-1) ?? '';
      return acquirer?.findCharge({ companyId: 'acme', reference, amount: 100 }, signal);
    }
    return { store, asked, card, party, charge, find, wait };
  }

  it('is refused before it is sent, and says so', async () => {
    const { charge, asked } = arrange();
    expect(await charge()).toEqual(LOST);
    expect(await charge()).toMatchObject({ kind: 'refused', reason: 'retry_not_allowed' });
    expect(asked).toHaveLength(1);
  });

  it('goes by another card, at another company, in another amount, and after its time', async () => {
    const { charge, asked, card, wait } = arrange();
    await charge();
    const other = { kind: 'card', card: { ...card, number: '4012001037141112' } } as const;
    await charge({ card: other });
    await charge({ companyId: 'other' });
    await charge({ amount: 101 });
    wait(30 * DAY);
    expect(await charge()).toEqual(LOST);
    expect(asked).toHaveLength(5);
  });

  it('is one of a stored card too, by its reference', async () => {
    const { charge, asked } = arrange();
    const card = { kind: 'stored', provider: 'party', cardReference: 'token-1' } as const;
    await charge({ card });
    expect(await charge({ card })).toMatchObject({ reason: 'retry_not_allowed' });
    await charge({ card: { ...card, cardReference: 'token-2' } });
    expect(asked).toHaveLength(2);
  });

  it.each<ChargeOutcome>([
    { kind: 'approved', externalId: 'their-1' },
    { kind: 'refused', externalId: 'their-1', reason: 'card_blocked' },
    { kind: 'unavailable' },
  ])('is not one after an answer in which no network speaks: $kind', async (outcome) => {
    const { charge, asked } = arrange(outcome);
    for (let count = 0; count < 20; count += 1) expect(await charge()).toEqual(outcome);
    expect(asked).toHaveLength(20);
  });

  it.each<[string, ChargeOutcome | null]>([
    ['whose answer was lost', null],
    ['that was taken in and not decided', { kind: 'processing' }],
    [
      'whose buyer was asked by the bank',
      { kind: 'challenge_required', externalId: 'their-1', session: 's' },
    ],
  ])('counts where it is found by a look-up of a charge %s', async (_what, outcome) => {
    const { charge, find, party, asked, card } = arrange(outcome);
    await charge().catch(() => undefined);
    // Not known to be refused, it stands in nobody's way.
    await charge().catch(() => undefined);
    expect(asked).toHaveLength(2);
    expect(await find({ kind: 'processing' })).toEqual({ kind: 'processing' });
    for (let time = 0; time < 2; time += 1) expect(await find(LOST)).toEqual(LOST);
    party.outcome = LOST;
    expect(await charge()).toMatchObject({ kind: 'refused', reason: 'retry_not_allowed' });
    const other = { kind: 'card', card: { ...card, number: '4012001037141112' } } as const;
    expect(await charge({ card: other })).toEqual(LOST);
    expect(asked).toHaveLength(3);
  });

  it.each<KnownCharge>([
    { kind: 'approved', externalId: 'their-1' },
    { kind: 'refused', externalId: 'their-1', reason: 'card_blocked' },
    { kind: 'voided', externalId: 'their-1' },
  ])('is none where a look-up finds no refusal of a network: $kind', async (known) => {
    const { charge, find, asked } = arrange(null);
    await charge().catch(() => undefined);
    expect(await find(known)).toEqual(known);
    await charge().catch(() => undefined);
    expect(asked).toHaveLength(2);
  });

  it('is nothing to one that moves no money', async () => {
    const { charge, asked } = arrange(LOST, { isReal: false });
    await charge();
    expect(await charge()).toEqual(LOST);
    expect(asked).toHaveLength(2);
  });

  it('is forgotten after 35 days, and its number stands nowhere', async () => {
    const { charge, store, card, party } = arrange();
    await charge();
    party.outcome = null;
    await charge({ amount: 101 }).catch(() => undefined);
    const rows = () =>
      db.query<{ all: string }>({
        name: 'test_refused_tries',
        text: `SELECT row_to_json(r)::text AS all FROM refused_tries r WHERE company_id = 'acme'`,
        values: [],
      });
    expect((await rows()).length).toBeGreaterThan(0);
    expect(JSON.stringify(await rows())).not.toContain(card.number);
    await store.forgetBefore('acme', new Date(NOW.getTime() + 40 * DAY));
    expect(await rows()).toEqual([]);
  });
});
