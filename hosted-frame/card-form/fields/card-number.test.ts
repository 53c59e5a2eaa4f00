import { expect, test } from 'vitest';
import type { Brand } from '../brand.ts';
import { findBrand } from '../brand.ts';
import { formatDigits, toDigits } from '../text-edit.ts';
import { cardNumber } from './card-number.ts';

const now = new Date('2026-11-20T12:00:00Z');

function find(text: string, brand: Brand | null) {
  return cardNumber.findProblem({ text, digits: toDigits(text), brand, now });
}

/** `|` marks the caret. */
function format(marked: string, kind: 'insert' | 'delete' | 'replace', digits = marked) {
  const caret = marked.indexOf('|');
  const brand = findBrand(digits.replace(/\D/g, ''));
  const { text, caret: at } = formatDigits(
    { text: marked.replace('|', ''), caret, kind },
    (typed) => cardNumber.pattern?.(typed, brand) ?? '',
  );
  return `${text.slice(0, at)}|${text.slice(at)}`;
}

test.each([
  ['a first digit', '4|', 'insert', '4|'],
  ['a full group, without a space behind it', '4111|', 'insert', '4111|'],
  ['the digit after a full group', '41111|', 'insert', '4111 1|'],
  ['sixteen digits', '4111111111111111|', 'insert', '4111 1111 1111 1111|'],
  ['nineteen digits', '4000000000000000006|', 'replace', '4000 0000 0000 0000 006|'],
  ['an Amex', '378282246310005|', 'insert', '3782 822463 10005|'],
  ['an Amex in the making', '37828|', 'insert', '3782 8|'],
  ['a digit in the middle', '4111 2|111 1', 'insert', '4111 2|111 1'],
  ['a digit that fills a group from within', '41|11 1111', 'insert', '41|11 1111'],
  ['a digit at the end of a group', '41113| 222', 'insert', '4111 3|222'],
  ['a digit typed before the space', '4113|1 111', 'insert', '4113 |1111'],
  ['a digit at the start', '4|1111 111', 'insert', '4|111 1111'],
  ['a deletion in the middle', '411|1 1111', 'delete', '411|1 1111'],
  ['a deletion that pulls a digit over', '411| 1111', 'delete', '411|1 111'],
  ['a paste with spaces', '4111 1111 1111 1111|', 'replace', '4111 1111 1111 1111|'],
  [
    'a paste with dashes and a full stop',
    '4111-1111.1111-1111|',
    'replace',
    '4111 1111 1111 1111|',
  ],
  ['blanks and a tab around it', ' 4111111111111111\t|', 'replace', '4111 1111 1111 1111|'],
  ['letters among digits', 'a4b1|', 'insert', '41|'],
  ['full-width digits', '4111|', 'replace', '4111|'],
  [
    'more digits than any card, from a paste',
    '41111111111111112222|',
    'replace',
    '4111 1111 1111 1111 2222|',
  ],
  ['nothing', '|', 'delete', '|'],
] as const)('shows %s with the caret where the buyer is', (_case, marked, kind, shown) => {
  expect(format(marked, kind)).toBe(shown);
});

test.each([
  ['nothing', '', 'required'],
  ['only spaces', '   ', 'required'],
  ['twelve digits', '411111111111', 'incomplete'],
  ['fifteen digits of a Visa', '411111111111111', 'incomplete'],
  ['fourteen digits of an Amex', '37828224631000', 'incomplete'],
  ['a wrong check digit', '4111 1111 1111 1112', 'invalid'],
  ['two digits swapped', '4111 1111 1111 1171', 'invalid'],
  ['more digits than a Mastercard has', '5555 5555 5555 4444 0', 'invalid'],
  ['more digits than any card has', '4111 1111 1111 1111 2222', 'invalid'],
  ['a Visa', '4111 1111 1111 1111', null],
  ['a Mastercard', '5555 5555 5555 4444', null],
  ['an Amex', '3782 822463 10005', null],
  ['an Elo', '5066 9900 0000 0010', null],
  ['a Hipercard', '6062 8200 0000 0011', null],
] as const)('finds the problem of %s', (_case, text, problem) => {
  expect(find(text, findBrand(text.replace(/\D/g, '')))).toBe(problem);
});

test.each([
  ['twelve digits', '411111111111', 'incomplete'],
  ['thirteen digits that pass Luhn', '4222222222222', null],
  ['thirteen digits that do not', '4222222222223', 'invalid'],
  ['twenty digits', '41111111111111111111', 'invalid'],
] as const)('knows length and check digit while no brand is loaded: %s', (_case, text, problem) => {
  expect(find(text, null)).toBe(problem);
});
