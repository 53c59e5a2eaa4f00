import { describe, expect, test } from 'vitest';
import { LOCALES } from '../../contract/locale.ts';
import type { InstallmentTable } from '../../contract/published-types.ts';
import { describePlan, describePlans } from '../card-form/installment-options.ts';
import { formatReais } from '../card-form/reais.ts';
import { createInterest } from './interest.ts';

const TABLE: InstallmentTable = {
  minimumAmount: 500,
  rows: [
    { from: 3, ratePerMonth: 149, paidBy: 'merchant' },
    { from: 4, ratePerMonth: 199, paidBy: 'buyer' },
  ],
};
const interest = createInterest(TABLE, { describePlan, formatReais });

/** Plain blanks instead of the ones that do not break. */
function plain(text: string | undefined) {
  return text?.replace(/\s/g, ' ');
}

test.each([
  [
    'pt-BR',
    '12x R$ 15,12 (total R$ 181,44)',
    'Total a prazo: R$ 181,44. À vista: R$ 160,00. Juros de 1,99% ao mês. CET: 26,68% a.a. (somente juros).',
  ],
  [
    'en',
    '12x R$15.12 (total R$181.44)',
    'Total in installments: R$181.44. In full: R$160.00. Interest: 1.99% a month. Total effective cost (CET): 26.68% a year (interest only).',
  ],
  [
    'es',
    '12x R$ 15,12 (total R$ 181,44)',
    'Total en cuotas: R$ 181,44. Al contado: R$ 160,00. Interés del 1,99% al mes. Costo efectivo total (CET): 26,68% anual (solo intereses).',
  ],
] as const)('in %s a plan with interest reads "%s", and below it "%s"', (locale, ...read) => {
  const plan = interest.describe({ amount: 16_000, installments: 12, locale });
  expect([plain(plan?.text), plain(plan?.note)]).toEqual(read);
});

test.each([1, 2, 3])('a buyer of %i installments pays no interest, and reads of none', (count) => {
  for (const locale of LOCALES) {
    const plan = { amount: 16_000, installments: count, locale };
    expect(interest.describe(plan)).toEqual(describePlan(plan));
  }
});

describe('the least installment', () => {
  test.each([
    [999, [1]],
    [1_000, [1, 2]],
    [1_905, [1, 2, 3, 4]],
    [16_000, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]],
  ])('limits what is offered of %i centavos to %j', (amount, counts) => {
    const offer = { amount, maxInstallments: 12, locale: 'pt-BR' } as const;
    expect([...describePlans(offer, interest.describe).keys()]).toEqual(counts);
  });
});
