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
