import * as z from 'zod/mini';
import { isValidCnpj, isValidCpf, withoutPunctuation } from './document-number.ts';
import { mustBeText } from './text.ts';

/**
 * A CNPJ, alphanumeric form included: twelve of `0-9A-Z` and two check digits.
 * Source: Receita Federal, IN 2.229/2024, in force since July 2026.
 */
export const cnpjSchema = z
  .string(mustBeText('14 characters'))
  .check(z.refine(isValidCnpj, 'must be a valid CNPJ, 14 characters'));

/** Whose money it is, a person or a company: CPF or CNPJ, without punctuation. */
export const cpfOrCnpjSchema = z
  .string(mustBeText('11 digits (CPF) or 14 characters (CNPJ)'))
  .check(
    z.refine((value) => isValidCpf(value) || isValidCnpj(value), 'must be a valid CPF or CNPJ'),
  );

/**
 * Who pays by the specification, a CPF. The refusal of a valid CNPJ says that this account takes no
 * companies as payers.
 */
export const payerCpfSchema = z.string(mustBeText('11 digits')).check(
  z.refine(isValidCpf, {
    error: ({ input }) =>
      isCnpj(input)
        ? 'must be a valid CPF, digits only: this account takes no payers with a CNPJ'
        : 'must be a valid CPF, digits only',
  }),
);

/**
 * Who pays where companies may: a CPF, digits only, or a CNPJ, which is kept in upper case without
 * its punctuation.
 */
export const payerDocumentSchema = z.pipe(
  z
    .string(mustBeText('11 digits (CPF) or 14 characters (CNPJ)'))
    .check(
      z.refine(
        (value) => isValidCpf(value) || isCnpj(value),
        'must be a valid CPF, digits only, or a valid CNPJ',
      ),
    ),
  z.transform(withoutPunctuation),
);

function isCnpj(value: unknown): boolean {
  return typeof value === 'string' && isValidCnpj(withoutPunctuation(value));
}
