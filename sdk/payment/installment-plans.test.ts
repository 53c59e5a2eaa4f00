import { expect, it } from 'vitest';
import { describePlan } from '../../hosted-frame/card-form/installment-options.ts';
import { formatReais } from '../../hosted-frame/card-form/reais.ts';
import { createInterest } from '../../hosted-frame/interest/interest.ts';
import { configWith } from '../card-flow/config.cases.ts';
import { installmentPlans } from './installment-plans.ts';

const ROWS = [
  { from: 3, ratePerMonth: 100, paidBy: 'merchant' as const },
  { from: 4, ratePerMonth: 199, paidBy: 'buyer' as const },
];
const PLAIN = configWith({ enabled: false });

it('gives each plan of an account without interest, of equal parts', () => {
  const plans = installmentPlans(PLAIN, 15_990);
  expect(plans).toHaveLength(12);
  const last = { installments: 12, installmentAmount: 1_332, totalAmount: 15_990 };
  expect(plans.at(-1)).toEqual({ ...last, ratePerMonth: 0, paidBy: 'merchant' });
  expect(installmentPlans(PLAIN, 5)).toHaveLength(5);
});

it.each([1, 4_999, 16_000, 99_999_999_999])('is what the form offers for %i centavos', (amount) => {
  const installmentTable = { minimumAmount: 500, rows: ROWS };
  const form = createInterest(installmentTable, { describePlan, formatReais });
  const plans = new Map(
    installmentPlans({ ...PLAIN, installmentTable }, amount).map((plan) => [
      plan.installments,
      plan,
    ]),
  );
  for (let installments = 1; installments <= 12; installments += 1) {
    const shown = form.describe({ amount, installments, locale: 'pt-BR' });
    const plan = plans.get(installments);
    expect(plan === undefined).toBe(shown === null);
    if (!plan) continue;
    expect(shown?.text).toContain(formatReais(plan.installmentAmount, 'pt-BR'));
    if (plan.paidBy === 'buyer') {
      expect(shown?.text).toContain(formatReais(plan.totalAmount, 'pt-BR'));
    }
  }
});

it('is none where the account takes no cards, and a refusal where the amount is none', () => {
  expect(installmentPlans({ ...PLAIN, paymentMethods: ['pix'] }, 15_990)).toEqual([]);
  for (const amount of [0, 1.5, '15990' as never]) {
    expect(() => installmentPlans(PLAIN, amount)).toThrow(
      expect.objectContaining({ code: 'INVALID_ARGUMENT', details: { field: 'amount' } }),
    );
  }
});
