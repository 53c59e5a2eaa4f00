import { describe, expect, it } from 'vitest';
import type { InstallmentTable } from './checkout-sdk.ts';
import { planOf, plansOf, totalOf } from './installment-plan.ts';

const TABLE: InstallmentTable = {
  minimumAmount: 500,
  rows: [
    { from: 3, ratePerMonth: 199, paidBy: 'merchant' },
    { from: 4, ratePerMonth: 199, paidBy: 'buyer' },
  ],
};

describe('a plan', () => {
  it('has the total that the documentation has', () => {
    expect(planOf(TABLE, { amount: 16_000, installments: 12 })).toEqual({
      installmentAmount: 1_512,
      totalAmount: 18_144,
      paidBy: 'buyer',
    });
  });

  it.each([
    ['without a table', undefined, 12],
    ['below the first row', TABLE, 2],
    ['whose interest the merchant pays', TABLE, 3],
    [
      'of a row without a rate',
      { minimumAmount: 0, rows: [{ from: 2, ratePerMonth: 0, paidBy: 'buyer' as const }] },
      6,
    ],
  ] as const)('%s has no interest for the buyer', (_which, table, installments) => {
    expect(
      planOf(table && { ...table, rows: [...table.rows] }, { amount: 16_000, installments }),
    ).toBeNull();
  });
});

describe('the plans', () => {
  it('are as many as the account takes', () => {
    const counts = plansOf(TABLE, { amount: 16_000, most: 6 }).map((plan) => plan.installments);
    expect(counts).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it('end where a part would be less than the least', () => {
    const counts = plansOf(TABLE, { amount: 1_600, most: 12 }).map((plan) => plan.installments);
    expect(counts).toEqual([1, 2, 3]);
  });

  it('are one where the amount is less than the least', () => {
    expect(plansOf(TABLE, { amount: 100, most: 12 })).toHaveLength(1);
  });
});

it('a total is with interest where the buyer pays it', () => {
  const plan = { installmentAmount: 1_512, totalAmount: 18_144 };
  expect(totalOf(16_000, { ...plan, paidBy: 'buyer' })).toBe(18_144);
  expect(totalOf(16_000, { ...plan, paidBy: 'merchant' })).toBe(16_000);
  expect(totalOf(16_000, null)).toBe(16_000);
});
