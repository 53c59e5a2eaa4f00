import * as z from 'zod/mini';
import { isValidCnpj, isValidCpf, withoutPunctuation } from './document-number.ts';
import { must } from './errors/broken-rule.ts';

/**
 * A CNPJ, alphanumeric form included: twelve of `0-9A-Z` and two check digits.
 * Source: Receita Federal, IN 2.229/2024, in force since July 2026.
 */
export const cnpjSchema = z.string().check(must(isValidCnpj, 'document', { kinds: 'CNPJ' }));

/** Whose money it is, a person or a company: CPF or CNPJ, without punctuation. */
export const cpfOrCnpjSchema = z
  .string()
  .check(
    must((value) => isValidCpf(value) || isValidCnpj(value), 'document', { kinds: 'CPF, CNPJ' }),
  );

/**
 * Who pays by the specification, a CPF. The refusal of a valid CNPJ says that this account takes no
 * companies as payers.
 */
export const payerCpfSchema = z.string().check(
  must((value) => !isCnpj(value), 'company_payer'),
  must(isValidCpf, 'document', { kinds: 'CPF' }),
);

/**
 * Who pays where companies may: a CPF, digits only, or a CNPJ, which is kept in upper case without
 * its punctuation.
 */
export const payerDocumentSchema = z.pipe(
  z
    .string()
    .check(must((value) => isValidCpf(value) || isCnpj(value), 'document', { kinds: 'CPF, CNPJ' })),
  z.transform(withoutPunctuation),
);

function isCnpj(value: string): boolean {
  return isValidCnpj(withoutPunctuation(value));
}
