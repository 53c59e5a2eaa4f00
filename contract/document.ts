import * as z from 'zod/mini';
import { isValidCnpj, isValidCpf, withoutPunctuation } from './document-number.ts';
import { must } from './errors/broken-rule.ts';

/** Alphanumeric form included. Source: Receita Federal, IN 2.229/2024, in force since July 2026. */
export const cnpjSchema = z.string().check(must(isValidCnpj, 'document', { kinds: 'CNPJ' }));

/** Whose money it is, a person or a company: CPF or CNPJ, kept without punctuation. */
export const cpfOrCnpjSchema = z.pipe(
  z.string().check(must(isCpfOrCnpj, 'document', { kinds: 'CPF, CNPJ' })),
  z.transform(withoutPunctuation),
);

function isCpfOrCnpj(written: string): boolean {
  const document = withoutPunctuation(written);
  return isValidCpf(document) || isValidCnpj(document);
}

/** By the specification. A valid CNPJ is told that this account takes no companies as payers. */
export const payerCpfSchema = z.string().check(
  must((value) => !isCnpj(value), 'company_payer'),
  must(isValidCpf, 'document', { kinds: 'CPF' }),
);

/** Where companies may pay: CPF, digits only, or CNPJ, kept in upper case without punctuation. */
export const payerDocumentSchema = z.pipe(
  z
    .string()
    .check(must((value) => isValidCpf(value) || isCnpj(value), 'document', { kinds: 'CPF, CNPJ' })),
  z.transform(withoutPunctuation),
);

function isCnpj(value: string): boolean {
  return isValidCnpj(withoutPunctuation(value));
}
