import { expect, it } from 'vitest';
import { describePlan } from '../../hosted-frame/card-form/installment-options.ts';
import { formatReais } from '../../hosted-frame/card-form/reais.ts';
import { createInterest } from '../../hosted-frame/interest/interest.ts';
import { configWith } from '../card-flow/config.cases.ts';
import { installmentPlans } from './installment-plans.ts';

const TABLE = {
  minimumAmount: 500,
  rows: [
    { from: 3, ratePerMonth: 100, paidBy: 'merchant' as const },
    { from: 4, ratePerMonth: 199, paidBy: 'buyer' as const },
  ],
};
const PLAIN = configWith({ enabled: false });
const PRICED = configWith({ enabled: false }, { installmentTable: TABLE });

it('gives each plan of an account without interest, of equal parts', () => {
  const plans = installmentPlans(PLAIN, 15_990);
  expect(plans).toHaveLength(12);
  expect(plans.at(-1)).toEqual({
    installments: 12,
    installmentAmount: 1_332,
    totalAmount: 15_990,
    ratePerMonth: 0,
    paidBy: 'merchant',
  });
  expect(installmentPlans(PLAIN, 5)).toHaveLength(5);
});

it.each([1, 4_999, 5_000, 15_990, 16_000, 99_999_999_999])(
  'reads as the card form does, with interest too, for %i centavos',
  (amount) => {
    const form = createInterest(TABLE, { describePlan, formatReais });
    const plans = installmentPlans(PRICED, amount);
    const offered = Array.from({ length: 12 }, (_, index) => index + 1).flatMap((installments) => {
      const shown = form.describe({ amount, installments, locale: 'pt-BR' });
      return shown ? [{ installments, text: shown.text }] : [];
    });
    expect(plans.map(({ installments }) => installments)).toEqual(
      offered.map(({ installments }) => installments),
    );
    for (const [index, plan] of plans.entries()) {
      expect(offered[index]?.text).toContain(formatReais(plan.installmentAmount, 'pt-BR'));
      if (plan.paidBy === 'buyer') {
        expect(offered[index]?.text).toContain(formatReais(plan.totalAmount, 'pt-BR'));
      }
    }
  },
);

it('is none where the account takes no cards, and a refusal where the amount is none', () => {
  expect(installmentPlans({ ...PLAIN, paymentMethods: ['pix'] }, 15_990)).toEqual([]);
  for (const amount of [0, -1, 1.5, 1e12, '15990' as never]) {
    expect(() => installmentPlans(PLAIN, amount)).toThrow(
      expect.objectContaining({ code: 'INVALID_ARGUMENT', details: { field: 'amount' } }),
    );
  }
});
