import * as z from 'zod/mini';

/**
 * A CPF: eleven digits with both check digits right; all-equal digits are refused.
 * Digits only, as the specification asks of `customer.document`.
 */
export const cpfSchema = z
  .string('is required')
  .check(z.refine(isValidCpf, 'must be a valid CPF, digits only'));

const CPF_SHAPE = /^\d{11}$/;
const ALL_EQUAL = /^(\d)\1*$/;

/** True for eleven digits whose check digits (mod 11) are right. */
export function isValidCpf(document: string): boolean {
  if (!CPF_SHAPE.test(document) || ALL_EQUAL.test(document)) return false;
  const digits = [...document].map(Number);
  return (
    checkDigit(digits.slice(0, 9), [10, 9, 8, 7, 6, 5, 4, 3, 2]) === digits[9] &&
    checkDigit(digits.slice(0, 10), [11, 10, 9, 8, 7, 6, 5, 4, 3, 2]) === digits[10]
  );
}

function checkDigit(values: readonly number[], weights: readonly number[]): number {
  const sum = values.reduce((total, value, index) => total + value * (weights[index] ?? 0), 0);
  const remainder = sum % 11;
  return remainder < 2 ? 0 : 11 - remainder;
}

/**
 * A CNPJ, alphanumeric form included: twelve of `0-9A-Z` and two check digits.
 * Source: Receita Federal, IN 2.229/2024, in force since July 2026.
 */
export const cnpjSchema = z
  .string('is required')
  .check(z.refine(isValidCnpj, 'must be a valid CNPJ, 14 characters'));

/** Whose money it is, a person or a company: CPF or CNPJ, without punctuation. */
export const cpfOrCnpjSchema = z
  .string('is required')
  .check(
    z.refine((value) => isValidCpf(value) || isValidCnpj(value), 'must be a valid CPF or CNPJ'),
  );

const CNPJ_SHAPE = /^[0-9A-Z]{12}\d{2}$/;
const CNPJ_WEIGHTS = [6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2];

/**
 * True for fourteen characters whose check digits (mod 11) are right; a letter counts as its ASCII
 * code less 48. Decision: twelve equal characters are refused, as all-equal digits of a CPF are.
 */
export function isValidCnpj(document: string): boolean {
  if (!CNPJ_SHAPE.test(document) || /^(.)\1{11}/.test(document)) return false;
  const values = [...document].map((character) => character.charCodeAt(0) - 48);
  return (
    checkDigit(values.slice(0, 12), CNPJ_WEIGHTS.slice(1)) === values[12] &&
    checkDigit(values.slice(0, 13), CNPJ_WEIGHTS) === values[13]
  );
}
