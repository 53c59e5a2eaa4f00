import { expect, test } from 'vitest';
import { findBrand } from '../brand.ts';
import { toDigits } from '../text-edit.ts';
import type { Field } from './field.ts';
import { FIELDS } from './fields.ts';
import { readHolderName } from './holder-name.ts';

const now = new Date('2026-11-20T12:00:00Z');
function find(field: Field, text: string, number = '') {
  return field.findProblem({ text, digits: toDigits(text), brand: findBrand(number), now });
}
const VISA = '4111111111111111';
const AMEX = '378282246310005';

test.each([
  ['nothing', '', 'required'],
  ['blanks', ' \t ', 'required'],
  ['a control character', 'Maria\u0007Silva', 'invalid'],
  ['half a surrogate pair', 'Maria\ud800', 'invalid'],
  ['101 characters', 'a'.repeat(101), 'invalid'],
  ['a card number', '4111 1111 1111 1111', 'invalid'],
  ['a name and a card number', `Maria ${VISA}`, 'invalid'],
  ['100 characters', 'a'.repeat(100), null],
  ['one letter', 'M', null],
  ['accents and an apostrophe', "José D'Ávila", null],
  ['another script', '山田 太郎', null],
  ['a few digits', 'Loja 24 Horas 3', null],
  ['a company in part', '12.345.678 JOAO DA SILVA', null],
  ['a CPF', 'JOAO DA SILVA 52998224725', null],
  ['a CNPJ', 'EMPRESA 12.345.678/0001-95', null],
  ['a card number of fourteen digits', 'MARIA 3622 720627 1667', 'invalid'],
  ['the most of a card number', '4111 1111 1111', 'invalid'],
  ['a card number in another script', '٤١١١ ١١١١ ١١١١ ١١١١', 'invalid'],
  ['a card number between dashes', '4111\u20131111\u20131111\u20131111', 'invalid'],
  ['a card number with marks in it', '4111_1111\u200b1111\u00a01111', 'invalid'],
] as const)('finds the problem of a name of %s', (_case, text, problem) => {
  expect(find(FIELDS.holderName, text)).toBe(problem);
});

test.each([
  ['nothing', '', VISA, 'required'],
  ['two digits', '12', VISA, 'incomplete'],
  ['three digits', '123', VISA, null],
  ['four digits on a Visa', '1234', VISA, 'invalid'],
  ['three digits on an Amex', '123', AMEX, 'incomplete'],
  ['four digits on an Amex', '1234', AMEX, null],
  ['five digits on an Amex', '12345', AMEX, 'invalid'],
  ['two digits without a brand', '12', '', 'incomplete'],
  ['three digits without a brand', '123', '', null],
  ['four digits without a brand', '1234', '', null],
  ['five digits without a brand', '12345', '', 'invalid'],
] as const)('finds the problem of a CVV of %s', (_case, text, number, problem) => {
  expect(find(FIELDS.cvv, text, number)).toBe(problem);
});

test('a name is read without the blanks around and between', () => {
  expect(readHolderName('  Maria \t da   Silva ')).toBe('Maria da Silva');
});
