import { describe, expect, it } from 'vitest';
import type { Acquirer, ChargeOutcome, ChargeRequest } from '../../providers/acquirer.ts';
import { orderFacts } from '../../testing/order-facts.ts';
import { testProvider } from '../../testing/test-provider.ts';
import { createCardTestingWatch, watchCharges } from './card-testing.ts';

function at(seconds: number) {
  return new Date(Date.UTC(2030, 0, 1) + seconds * 1000);
}

function record(
  watch: ReturnType<typeof createCardTestingWatch>,
  { company = 'shop', accepted = 0, declined = 0, seconds = 0 },
) {
  for (let nth = 0; nth < accepted; nth += 1) watch.record(company, 'accepted', at(seconds));
  for (let nth = 0; nth < declined; nth += 1) watch.record(company, 'declined', at(seconds));
}

describe('a watch for cards that are tried out', () => {
  it.each([
    [{ declined: 39 }, false],
    [{ declined: 40 }, true],
    [{ declined: 40, accepted: 39 }, true],
    [{ declined: 40, accepted: 40 }, false],
    [{ declined: 400, accepted: 1_600 }, false],
  ])('of %o says %s', (charges, isSuspected) => {
    const watch = createCardTestingWatch(40);
    record(watch, charges);
    expect(watch.isSuspected('shop', at(0))).toBe(isSuspected);
  });

  it('adds the minutes up, and forgets one after ten', () => {
    const watch = createCardTestingWatch(40);
    for (let minute = 0; minute < 4; minute += 1) {
      record(watch, { declined: 10, seconds: minute * 60 });
    }
    expect(watch.isSuspected('shop', at(599))).toBe(true);
    expect(watch.isSuspected('shop', at(600))).toBe(false);
  });

  it('keeps companies apart, and of too many forgets the one seen longest ago', () => {
    const watch = createCardTestingWatch(1, 2);
    for (const company of ['a', 'b', 'a', 'c']) record(watch, { company, declined: 1 });
    expect(['a', 'b', 'c'].map((company) => watch.isSuspected(company, at(0)))).toEqual([
      true,
      false,
      true,
    ]);
  });
});

describe('what it is told', () => {
  const REQUEST: ChargeRequest = {
    companyId: 'shop',
    reference: 'pay_1',
    ...orderFacts(),
    brand: 'visa',
    amount: 100,
    installments: 1,
    card: { kind: 'stored', provider: 'scripted', cardReference: 'card' },
    canAuthenticateLater: false,
  };

  it.each<[ChargeOutcome, boolean]>([
    [{ kind: 'refused', externalId: 'x' }, true],
    [{ kind: 'declined', code: 'INVALID_CVV', decidedBy: 'issuer' }, true],
    [{ kind: 'approved', externalId: 'x' }, false],
    [{ kind: 'failed', externalId: 'x' }, false],
    [{ kind: 'authentication_required' }, false],
    [{ kind: 'unavailable' }, false],
  ])('of a charge that came out %o: declined %s', async (outcome, isDeclined) => {
    const cardTesting = createCardTestingWatch(1);
    const unused = () => Promise.reject(new Error('not asked'));
    const acquirer: Acquirer = {
      settlesWithinMs: 0,
      charge: async () => outcome,
      findCharge: unused,
      storeCard: unused,
    };
    const watched = watchCharges(testProvider({ cards: acquirer }), {
      cardTesting,
      now: () => at(0),
    });
    expect(await watched.cards?.charge(REQUEST, AbortSignal.timeout(1_000))).toBe(outcome);
    expect(cardTesting.isSuspected('shop', at(0))).toBe(isDeclined);
  });
});
