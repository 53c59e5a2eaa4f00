import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Amounts } from './ledger.ts';
import { sumOf } from './ledger.ts';
import {
  approvalOf,
  credit,
  decidePostings,
  payoutDebit,
  payoutReturn,
  payoutTransfer,
  restorationOf,
  reversalOf,
} from './ledger-postings.ts';

const valid = { amount: 10_000, fee: 438, reserve: 0, parts: [] };

describe('an approved payin', () => {
  it('makes what is left after the fee available', () => {
    expect(approvalOf(valid, {})).toMatchObject({ clearing: -10_000, fees: 438, available: 9_562 });
  });

  it('settles debt before anything is available', () => {
    expect(approvalOf(valid, { debt: -9_000 })).toMatchObject({ debt: 9_000, available: 562 });
  });

  it('makes nothing available while the debt is larger', () => {
    expect(approvalOf(valid, { debt: -20_000 })).toMatchObject({ debt: 9_562, available: 0 });
  });

  it('retains a reserve', () => {
    const amounts = approvalOf({ ...valid, reserve: 1_000 }, {});
    expect(amounts).toMatchObject({ reserve: 1_000, available: 8_562 });
  });

  it('gives every recipient its part of the net amount, rounding to the merchant', () => {
    const parts = [
      { recipientId: 'a', amount: 3_333 },
      { recipientId: 'b', amount: 3_333 },
    ];
    const amounts = approvalOf({ ...valid, parts }, {});
    expect(amounts).toMatchObject({ 'recipient:a': 3_187, 'recipient:b': 3_187, available: 3_188 });
  });

  it('never retains more than the merchant gets', () => {
    const parts = [{ recipientId: 'a', amount: 10_000 }];
    const amounts = approvalOf({ ...valid, reserve: 5_000, parts }, {});
    expect(amounts).toMatchObject({ 'recipient:a': 9_562, reserve: 0, available: 0 });
  });
});

describe('a reversal', () => {
  const held: Amounts = { clearing: -10_000, fees: 438, available: 9_562 };

  it('takes what is available, and the rest becomes debt', () => {
    expect(reversalOf(10_000, held, { available: 4_000 })).toMatchObject({
      clearing: 10_000,
      available: -4_000,
      debt: -6_000,
    });
  });

  it.each([0, -1, 10_001])('refuses to move %i centavos of 10000', (moved) => {
    expect(() => reversalOf(moved, held, { available: 50_000 })).toThrow(/more of a payin/);
  });

  it('refuses one centavo more than earlier parts have left', () => {
    const partly = { ...held, clearing: -4_000 };
    expect(() => reversalOf(4_001, partly, {})).toThrow(/more of a payin/);
    expect(sumOf(reversalOf(4_000, partly, {}))).toBe(0);
  });

  it('takes the reserve first, then recipients in proportion', () => {
    const split: Amounts = { clearing: -10_000, reserve: 1_000, 'recipient:a': 4_000 };
    const balances: Amounts = { available: 9_000, reserve: 1_000, 'recipient:a': 4_000 };
    expect(reversalOf(5_000, split, balances)).toMatchObject({
      reserve: -1_000,
      'recipient:a': -2_000,
      available: -2_000,
    });
  });

  it('takes the reserve first in whatever order the accounts were read', () => {
    const split: Amounts = { clearing: -10_000, 'recipient:a': 9_000, reserve: 1_000 };
    expect(reversalOf(1_000, split, { reserve: 1_000, 'recipient:a': 9_000 }).reserve).toBe(-1_000);
  });

  it('takes no more from a recipient than it still has', () => {
    const split: Amounts = { clearing: -10_000, 'recipient:a': 4_000 };
    const amounts = reversalOf(10_000, split, { available: 100, 'recipient:a': 10 });
    expect(amounts).toMatchObject({ 'recipient:a': -10, available: -100, debt: -9_890 });
  });

  it('that did not stand gives back what it took, debt first', () => {
    const reversal = { clearing: 10_000, available: -4_000, debt: -6_000 };
    expect(restorationOf(reversal, { debt: -6_000 })).toMatchObject({
      clearing: -10_000,
      debt: 6_000,
      available: 4_000,
    });
  });
});

describe('a payout', () => {
  it('debits exactly its amount, and its fee lies inside it', () => {
    expect(payoutDebit(5_000)).toEqual({ available: -5_000, in_flight: 5_000 });
    expect(payoutTransfer({ amount: 5_000, fee: 100 })).toMatchObject({ clearing: 4_900 });
  });

  it.each<[string, Amounts]>([
    ['under way', payoutDebit(5_000)],
    ['transferred', { available: -5_000, clearing: 4_900, fees: 100 }],
  ])('that was %s comes back whole', (_name, moved) => {
    const amounts = payoutReturn(5_000, moved, {});
    expect(amounts.available).toBe(5_000);
    expect(sumOf(amounts)).toBe(0);
  });
});

describe('postings that are decided together', () => {
  const at = (second: number) => new Date(Date.UTC(2027, 0, 1, 12, 0, second));
  const plan = { kind: 'opening_balance', amount: 100 } as const;
  const locked = { balances: { available: 5 }, sequence: 7, history: new Map() };

  it('know what was available after each of them', () => {
    const postings = ['a', 'b'].map((sourceId) => ({ sourceId, plan, now: at(1) }));
    expect(decidePostings({ ...locked, latestAt: null }, postings)).toMatchObject([
      { sequence: 8, availableAfter: 105 },
      { sequence: 9, availableAfter: 205 },
    ]);
  });

  it('never have an earlier time than those before them', () => {
    const postings = [3, 9, 4].map((second) => ({ sourceId: `${second}`, plan, now: at(second) }));
    const decided = decidePostings({ ...locked, latestAt: at(5) }, postings);
    expect(decided.map(({ now }) => now)).toEqual([at(5), at(9), at(9)]);
  });
});

it('every posting sums to zero and leaves no balance on its wrong side', () => {
  const cents = fc.integer({ min: 1, max: 99_999_999_999 });
  const share = fc.integer({ min: 0, max: 100 });
  fc.assert(
    fc.property(cents, share, share, share, cents, cents, (amount, fee, part, moved, owed, has) => {
      const payin = {
        amount,
        fee: Math.floor((amount * fee) / 100),
        reserve: Math.floor(amount / 10),
        parts: [{ recipientId: 'a', amount: Math.floor((amount * part) / 100) }],
      };
      let balances: Amounts = has % 2 === 0 ? { debt: -owed } : { available: has };
      const apply = (amounts: Amounts) => {
        expect(sumOf(amounts)).toBe(0);
        balances = add(balances, amounts);
        for (const [account, balance = 0] of Object.entries(balances)) {
          if (account === 'clearing') continue;
          expect(account === 'debt' ? balance <= 0 : balance >= 0, account).toBe(true);
        }
        return amounts;
      };
      let held = apply(approvalOf(payin, balances));
      const part1 = Math.max(1, Math.floor((amount * moved) / 100));
      held = add(held, apply(reversalOf(part1, held, balances)));
      const reversal = part1 < amount ? apply(reversalOf(amount - part1, held, balances)) : null;
      if (reversal !== null) apply(restorationOf(reversal, balances));
      apply(add({ clearing: -1 }, credit(1, balances)));
    }),
    { seed: 20_260_101, numRuns: 500 },
  );
});

function add(one: Amounts, other: Amounts): Amounts {
  const sum = new Map(Object.entries(one));
  for (const [account, amount] of Object.entries(other)) {
    sum.set(account, (sum.get(account) ?? 0) + (amount ?? 0));
  }
  return Object.fromEntries(sum);
}
