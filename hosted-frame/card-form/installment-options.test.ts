import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { LOCALES } from '../../contract/locale.ts';
import { describeInstallments, showInstallments } from './installment-options.ts';

/** Plain blanks instead of the ones that do not break. */
function plain(text: string | undefined) {
  return text?.replace(/\s/g, ' ');
}

test.each([
  ['pt-BR', 1, '1x de R$ 100,00 à vista'],
  ['pt-BR', 2, '2x de R$ 50,00'],
  ['pt-BR', 3, '3x: 1ª de R$ 33,34 + 2 de R$ 33,33'],
  ['en', 1, '1x of R$100.00 in full'],
  ['en', 2, '2x of R$50.00'],
  ['en', 3, '3x: 1st of R$33.34 + 2 of R$33.33'],
  ['es', 1, '1x de R$ 100,00 al contado'],
  ['es', 2, '2x de R$ 50,00'],
  ['es', 3, '3x: 1.ª de R$ 33,34 + 2 de R$ 33,33'],
] as const)('in %s the plan of %i reads "%s"', (locale, count, text) => {
  const texts = describeInstallments({ amount: 10_000, maxInstallments: 3, locale });
  expect(plain(texts[count - 1])).toBe(text);
});

test('the amounts a buyer reads sum to the total to the centavo, in every language', () => {
  const offers = fc.record({
    amount: fc.integer({ min: 1, max: 99_999_999_999 }),
    maxInstallments: fc.integer({ min: 1, max: 12 }),
    locale: fc.constantFrom(...LOCALES),
  });
  fc.assert(
    fc.property(offers, (offer) => {
      for (const [index, text] of describeInstallments(offer).entries()) {
        expect(sumOf(text, index + 1)).toBe(offer.amount);
      }
    }),
  );
});

/** Reads the text as a buyer does: the first amount, and how often the other comes. */
function sumOf(text: string, count: number): number {
  const [first = 0, other = first] = [...text.matchAll(/\d[\d.,]*[.,]\d\d/g)].map(([amount]) =>
    Number(amount.replace(/\D/g, '')),
  );
  return first + other * (count - 1);
}

test.each([
  [1, 12, 1],
  [5, 12, 5],
  [12, 12, 12],
  [10_000, 1, 1],
])('%i centavos in at most %i parts make %i plans', (amount, maxInstallments, plans) => {
  expect(describeInstallments({ amount, maxInstallments, locale: 'pt-BR' })).toHaveLength(plans);
});

describe('the select', () => {
  const offer = { amount: 10_000, maxInstallments: 6, locale: 'pt-BR' } as const;

  test('keeps a plan that is still offered when the total changes', () => {
    const select = document.createElement('select');
    showInstallments(select, offer, 3);
    showInstallments(select, { ...offer, amount: 20_000 }, Number(select.value));
    expect(select.value).toBe('3');
    expect(plain(select.selectedOptions[0]?.text)).toContain('R$ 66,6');
  });

  test('falls to the longest plan offered when the chosen one is gone', () => {
    const select = document.createElement('select');
    showInstallments(select, offer, 6);
    showInstallments(select, { ...offer, maxInstallments: 2 }, 6);
    expect(select.value).toBe('2');
    expect(select.options).toHaveLength(2);
  });

  test('keeps its option elements, so that an open list stays', () => {
    const select = document.createElement('select');
    showInstallments(select, offer, 1);
    const option = select.options[2];
    showInstallments(select, { ...offer, maxInstallments: 12 }, 1);
    expect(select.options[2]).toBe(option);
    expect(select.options).toHaveLength(12);
  });
});
