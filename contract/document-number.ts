import { toPlainSigns } from './digits.ts';

// Apart from the schemas of `document.ts`, since the card frame checks numbers without zod.

const CPF_SHAPE = /^\d{11}$/;
const ALL_EQUAL = /^(\d)\1*$/;

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

const CNPJ_SHAPE = /^[0-9A-Z]{12}\d{2}$/;
const CNPJ_WEIGHTS = [6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2];

/**
 * A letter counts as its ASCII code less 48. Decision: twelve equal characters are refused, as
 * all-equal digits of a CPF are.
 */
export function isValidCnpj(document: string): boolean {
  if (!CNPJ_SHAPE.test(document) || /^(.)\1{11}/.test(document)) return false;
  const values = [...document].map((character) => character.charCodeAt(0) - 48);
  return (
    checkDigit(values.slice(0, 12), CNPJ_WEIGHTS.slice(1)) === values[12] &&
    checkDigit(values.slice(0, 13), CNPJ_WEIGHTS) === values[13]
  );
}

const WRITTEN_CPF = /^(\d{3})[.\s]?(\d{3})[.\s]?(\d{3})[-\s]?(\d{2})$/;
const WRITTEN_CNPJ =
  /^([0-9a-z]{2})[.\s]?([0-9a-z]{3})[.\s]?([0-9a-z]{3})[/\s]?([0-9a-z]{4})[-\s]?(\d{2})$/i;

/** `529.982.247-25` and `12.abc.345/01de-35` in capitals without punctuation; all else as it is. */
export function withoutPunctuation(document: string): string {
  const plain = toPlainSigns(document);
  const parts = WRITTEN_CPF.exec(plain) ?? WRITTEN_CNPJ.exec(plain);
  return parts === null ? document : parts.slice(1).join('').toUpperCase();
}
