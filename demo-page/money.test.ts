import { expect, it, test } from 'vitest';
import { formatInstallments, formatMoney, formatPlan } from './money.ts';

function plain(text: string) {
  return text.replace(/\u00a0/g, ' ');
}

it('writes centavos as reais', () => {
  expect(plain(formatMoney(8580))).toBe('R$ 85,80');
  expect(plain(formatMoney(123_456_789))).toBe('R$ 1.234.567,89');
});

it.each([
  [10_000, 1, '1x de R$ 100,00 à vista'],
  [10_000, 4, '4x de R$ 25,00 sem juros'],
  [10_000, 3, '3x: 1ª de R$ 33,34 + 2 de R$ 33,33'],
])('writes %i centavos in %i installments that sum to it', (amount, count, expected) => {
  expect(plain(formatInstallments(amount, count))).toBe(expected);
});

test.each([
  [undefined, '4x de R$ 25,00 sem juros'],
  ['merchant', '4x de R$ 25,00 sem juros'],
  ['buyer', '4x de R$ 26,25 com juros, total R$ 105,00'],
] as const)('writes a plan whose interest is paid by %s', (paidBy, expected) => {
  const installmentPlan = paidBy && { installmentAmount: 2_625, totalAmount: 10_500, paidBy };
  expect(plain(formatPlan(10_000, { installments: 4, installmentPlan }))).toBe(expected);
});
