import { expect, test } from 'vitest';
import { CARD_FIELDS } from '../../contract/frame/card-calls.ts';
import { LOCALES } from '../../contract/locale.ts';
import { describeProblem } from './messages.ts';

const PROBLEMS = ['required', 'incomplete', 'invalid', 'expired', 'unsupported'] as const;

test.each(LOCALES)('every problem of every field has a short sentence in %s', (locale) => {
  for (const field of CARD_FIELDS) {
    for (const problem of PROBLEMS) {
      const text = describeProblem({ field, problem }, { locale, cvvLength: 3 });
      expect(text).toMatch(/^\S.{5,40}$/);
    }
  }
});

test.each([
  [3, 'O CVV tem 3 dígitos'],
  [4, 'O CVV tem 4 dígitos'],
])('a wrong CVV of a card with %i digits says so', (cvvLength, text) => {
  const wrong = { field: 'cvv', problem: 'incomplete' } as const;
  expect(describeProblem(wrong, { locale: 'pt-BR', cvvLength })).toBe(text);
});
