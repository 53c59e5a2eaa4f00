import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { MAX_AMOUNT_CENTAVOS } from '../money.ts';
import type { InstallmentTable } from '../published-types.ts';
import { MAX_INSTALLMENTS, splitIntoInstallments } from './installment.ts';
import { installmentTableSchema, MAX_RATE_PER_MONTH } from './installment-plan.ts';
import {
  isPlanOffered,
  merchantInterest,
  planInstallments,
  ratePerYear,
} from './plan-installments.ts';

function tableOf(ratePerMonth: number, paidBy: 'buyer' | 'merchant' = 'buyer'): InstallmentTable {
  return { minimumAmount: 0, rows: [{ from: 2, ratePerMonth, paidBy }] };
}

const amounts = fc.integer({ min: 1, max: MAX_AMOUNT_CENTAVOS });
const counts = fc.integer({ min: 2, max: MAX_INSTALLMENTS });
const rates = fc.integer({ min: 1, max: MAX_RATE_PER_MONTH });

describe('a plan with interest', () => {
  // As the PMT function of any spreadsheet gives them.
  test.each([
    [{ amount: 16_000, installments: 12, ratePerMonth: 199 }, 1_512],
    [{ amount: 100_000, installments: 12, ratePerMonth: 299 }, 10_040],
    [{ amount: 100_000, installments: 10, ratePerMonth: 100 }, 10_558],
    [{ amount: 15_990, installments: 3, ratePerMonth: 250 }, 5_599],
    [{ amount: 100, installments: 2, ratePerMonth: 2_000 }, 65],
  ])('of %o has installments of %i', ({ ratePerMonth, ...asked }, installmentAmount) => {
    expect(planInstallments(tableOf(ratePerMonth), asked)).toEqual({
      installments: asked.installments,
      installmentAmount,
      totalAmount: installmentAmount * asked.installments,
      ratePerMonth,
      paidBy: 'buyer',
    });
  });

  it('costs the amount at least, in parts that sum to its total to the centavo', () => {
    fc.assert(
      fc.property(amounts, counts, rates, (amount, installments, rate) => {
        const plan = planInstallments(tableOf(rate), { amount, installments })!;
        const { totalAmount, installmentAmount } = plan;
        expect(totalAmount).toBeGreaterThanOrEqual(amount);
        expect(Number.isSafeInteger(totalAmount)).toBe(true);
        const parts = splitIntoInstallments({ amount: totalAmount, count: installments });
        expect(parts).toEqual(Array(installments).fill(installmentAmount));
      }),
    );
  });

  it('is within half a centavo an installment of the formula in floating point', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 100_000_000 }),
        counts,
        rates,
        (amount, count, rate) => {
          const interest = rate / 10_000;
          const exact = (amount * interest) / (1 - (1 + interest) ** -count);
          const plan = planInstallments(tableOf(rate), { amount, installments: count })!;
          const least = Math.ceil(amount / count);
          expect(Math.abs(plan.installmentAmount - Math.max(exact, least))).toBeLessThan(0.501);
        },
      ),
    );
  });

  it('never costs less for more: a larger amount, a higher rate', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: MAX_AMOUNT_CENTAVOS - 1 }),
        counts,
        fc.integer({ min: 1, max: MAX_RATE_PER_MONTH - 1 }),
        (amount, installments, rate) => {
          const total = (more: { amount?: number; rate?: number }) =>
            planInstallments(tableOf(more.rate ?? rate), {
              amount: more.amount ?? amount,
              installments,
            })!.totalAmount;
          expect(total({ amount: amount + 1 })).toBeGreaterThanOrEqual(total({}));
          expect(total({ rate: rate + 1 })).toBeGreaterThanOrEqual(total({}));
        },
      ),
    );
  });

  it('has smaller installments the more there are of them', () => {
    fc.assert(
      fc.property(
        amounts,
        fc.integer({ min: 2, max: MAX_INSTALLMENTS - 1 }),
        rates,
        (amount, installments, rate) => {
          const part = (count: number) =>
            planInstallments(tableOf(rate), { amount, installments: count })!.installmentAmount;
          expect(part(installments + 1)).toBeLessThanOrEqual(part(installments));
        },
      ),
    );
  });
});

describe('a table', () => {
  const table: InstallmentTable = {
    minimumAmount: 500,
    rows: [
      { from: 2, ratePerMonth: 149, paidBy: 'merchant' },
      { from: 4, ratePerMonth: 299, paidBy: 'buyer' },
      { from: 11, ratePerMonth: 0, paidBy: 'buyer' },
    ],
  };

  it.each([
    [1, null],
    [2, { paidBy: 'merchant', ratePerMonth: 149 }],
    [3, { paidBy: 'merchant', ratePerMonth: 149 }],
    [4, { paidBy: 'buyer', ratePerMonth: 299 }],
    [10, { paidBy: 'buyer', ratePerMonth: 299 }],
    [11, null],
    [12, null],
  ])('gives %i installments the row that begins last before them', (installments, row) => {
    const plan = planInstallments(table, { amount: 10_000, installments });
    if (row === null) expect(plan).toBeNull();
    else expect(plan).toMatchObject(row);
  });

  it('that an account has not makes no plan', () => {
    expect(planInstallments(undefined, { amount: 10_000, installments: 12 })).toBeNull();
  });

  it.each([
    [1, 1_000, true],
    [2, 999, false],
    [2, 1_000, true],
    [4, 1_850, false],
    [4, 1_860, true],
    [12, 5_999, false],
    [12, 6_000, true],
  ])('of at least 500 centavos offers %i installments of %i: %o', (installments, amount, is) => {
    expect(isPlanOffered(table, { amount, installments })).toBe(is);
  });

  it.each([
    [5, 5, true],
    [4, 5, false],
  ])('that is missing offers %i centavos in %i parts: %o', (amount, installments, is) => {
    expect(isPlanOffered(undefined, { amount, installments })).toBe(is);
  });

  it.each([
    ['rows out of order', [4, 2]],
    ['a row twice', [2, 2]],
    ['a row for one payment', [1]],
    ['a row for more than there may be', [13]],
  ])('with %s is refused', (_, rows) => {
    const given = rows.map((from) => ({ from, ratePerMonth: 100, paidBy: 'buyer' }));
    expect(installmentTableSchema.safeParse({ minimumAmount: 0, rows: given }).success).toBe(false);
  });

  it.each([-1, 2_001, 1.5])('with a rate of %d is refused', (ratePerMonth) => {
    const rows = [{ from: 2, ratePerMonth, paidBy: 'buyer' }];
    expect(installmentTableSchema.safeParse({ minimumAmount: 0, rows }).success).toBe(false);
  });
});

describe('interest that the merchant pays', () => {
  const asked = { amount: 10_000, installments: 3 };

  it('adds nothing to what the buyer pays', () => {
    expect(planInstallments(tableOf(149, 'merchant'), asked)).toMatchObject({
      installmentAmount: 3_333,
      totalAmount: 10_000,
    });
  });

  it('is what a buyer would have paid by the same table', () => {
    const buyers = planInstallments(tableOf(149), asked)!;
    expect(merchantInterest(planInstallments(tableOf(149, 'merchant'), asked))).toBe(
      buyers.totalAmount - asked.amount,
    );
    expect(buyers.totalAmount).toBeGreaterThan(asked.amount);
  });

  it('is nothing where the buyer pays it, or nobody', () => {
    expect(merchantInterest(planInstallments(tableOf(149), asked))).toBe(0);
    expect(merchantInterest(null)).toBe(0);
  });
});

it.each([
  [100, 1_268],
  [199, 2_668],
  [299, 4_241],
  [2_000, 79_161],
])('a rate of %i a month is %i a year, compound', (month, year) => {
  expect(ratePerYear(month)).toBe(year);
});
