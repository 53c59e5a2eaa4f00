import { expect, test } from 'vitest';
import { LOCALES } from '../../contract/locale.ts';
import { holderDocument } from '../optional-fields/holder-document.ts';
import { brandNamed } from './brand.ts';
import { FIELDS } from './fields/fields.ts';
import { describeProblem } from './messages.ts';

const PROBLEMS = ['required', 'incomplete', 'invalid', 'expired', 'unsupported'] as const;

const ROWS = [...Object.values(FIELDS), holderDocument, undefined];

test.each(LOCALES)('every problem of every field has a short sentence in %s', (locale) => {
  for (const field of ROWS) {
    for (const problem of PROBLEMS) {
      expect(describeProblem(field, problem, { locale, brand: null })).toMatch(
        /^[^\s#][^#]{5,40}$/,
      );
    }
  }
});

test.each(LOCALES)('no two fields say the same in %s: each is known by its words', (locale) => {
  const said = ROWS.flatMap((field) => [
    ...new Set(PROBLEMS.map((problem) => describeProblem(field, problem, { locale, brand: null }))),
  ]);
  expect(new Set(said).size).toBe(said.length);
});

test.each([
  ['visa', 'O CVV tem 3 dígitos'],
  ['amex', 'O CVV tem 4 dígitos'],
])('a wrong CVV of a card of %s says how many digits it has', (brand, text) => {
  const known = { locale: 'pt-BR', brand: brandNamed(brand) } as const;
  expect(describeProblem(FIELDS.cvv, 'incomplete', known)).toBe(text);
});
