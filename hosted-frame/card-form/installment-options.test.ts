import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { LOCALES } from '../../contract/locale.ts';
import { describePlan, describePlans, showInstallments } from './installment-options.ts';

/** Plain blanks instead of the ones that do not break. */
function plain(text: string | undefined) {
  return text?.replace(/\s/g, ' ');
}

test.each([
  ['pt-BR', 1, '1x de R$ 100,00 à vista', ''],
  ['pt-BR', 2, '2x de R$ 50,00 sem juros', ''],
  ['pt-BR', 3, '3x de R$ 33,33 sem juros', '1x de R$ 33,34 + 2x de R$ 33,33'],
  ['en', 1, '1x of R$100.00 in full', ''],
  ['en', 2, '2x of R$50.00 without interest', ''],
  ['en', 3, '3x of R$33.33 without interest', '1x of R$33.34 + 2x of R$33.33'],
  ['es', 1, '1x de R$ 100,00 al contado', ''],
  ['es', 2, '2x de R$ 50,00 sin interés', ''],
  ['es', 3, '3x de R$ 33,33 sin interés', '1x de R$ 33,34 + 2x de R$ 33,33'],
] as const)('in %s the plan of %i reads "%s", below it "%s"', (locale, installments, ...read) => {
  const plan = describePlan({ amount: 10_000, installments, locale });
  expect([plain(plan?.text), plain(plan?.note)]).toEqual(read);
});

test('the amounts a buyer reads sum to the total to the centavo, in every language', () => {
  const offers = fc.record({
    amount: fc.integer({ min: 1, max: 99_999_999_999 }),
    maxInstallments: fc.integer({ min: 2, max: 12 }),
    locale: fc.constantFrom(...LOCALES),
  });
  fc.assert(
    fc.property(offers, (offer) => {
      for (const [count, plan] of describePlans(offer, describePlan)) {
        const [other = 0] = amountsIn(plan.text);
        const [first = other] = amountsIn(plan.note);
        expect(first + other * (count - 1)).toBe(offer.amount);
      }
    }),
  );
});

/** In centavos, as a buyer reads them. */
function amountsIn(text: string): number[] {
  return [...text.matchAll(/\d[\d.,]*[.,]\d\d/g)].map(([amount]) =>
    Number(amount.replace(/\D/g, '')),
  );
}

test.each([
  [1, 12, [1]],
  [3, 12, [1, 2, 3]],
  [12, 12, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]],
])('%i centavos in at most %i parts make the plans %j', (amount, maxInstallments, counts) => {
  const offer = { amount, maxInstallments, locale: 'pt-BR' } as const;
  expect([...describePlans(offer, describePlan).keys()]).toEqual(counts);
});

describe('the select', () => {
  const plansOf = (change: { amount?: number; maxInstallments?: number } = {}) =>
    describePlans({ amount: 10_000, maxInstallments: 6, locale: 'pt-BR', ...change }, describePlan);

  test('keeps a plan that is still offered when the total changes', () => {
    const select = document.createElement('select');
    showInstallments(select, plansOf(), 3);
    showInstallments(select, plansOf({ amount: 20_000 }), Number(select.value));
    expect(select.value).toBe('3');
    expect(plain(select.selectedOptions[0]?.text)).toContain('R$ 66,6');
  });

  test('falls to the longest plan offered when the chosen one is gone', () => {
    const select = document.createElement('select');
    showInstallments(select, plansOf(), 6);
    showInstallments(select, plansOf({ maxInstallments: 2 }), 6);
    expect(select.value).toBe('2');
    expect(select.options).toHaveLength(2);
  });

  test('falls to the longest plan where one between is not offered', () => {
    const select = document.createElement('select');
    const plans = new Map([...plansOf()].filter(([count]) => count !== 4));
    showInstallments(select, plans, 4);
    expect([...select.options].map(({ value }) => value)).toEqual(['1', '2', '3', '5', '6']);
    expect(select.value).toBe('6');
  });

  test('keeps its option elements, so that an open list stays', () => {
    const select = document.createElement('select');
    showInstallments(select, plansOf(), 1);
    const option = select.options[2];
    showInstallments(select, plansOf({ maxInstallments: 12 }), 1);
    expect(select.options[2]).toBe(option);
    expect(select.options).toHaveLength(12);
  });
});
