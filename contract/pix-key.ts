import * as z from 'zod/mini';
import { isValidCnpj, isValidCpf } from './document-number.ts';

/** Source: spec, "Payout create request". EVP: a random key in the form of a UUID. */
export const PIX_KEY_TYPES = ['CPF', 'CNPJ', 'EMAIL', 'PHONE', 'EVP'] as const;

export const pixKeyTypeSchema = z.enum(PIX_KEY_TYPES, 'must be CPF, CNPJ, EMAIL, PHONE or EVP');
export type PixKeyType = z.infer<typeof pixKeyTypeSchema>;

/** The form of each type's keys, as an error tells it. */
export const PIX_KEY_FORMS: { readonly [type in PixKeyType]: string } = {
  CPF: 'a valid CPF, 11 digits',
  CNPJ: 'a valid CNPJ, 14 characters without punctuation',
  EMAIL: 'an e-mail address in lower case, at most 77 characters',
  PHONE: '+55, the area code and the number, digits only after the +',
  EVP: 'a UUID in lower case',
};

const EMAIL =
  /^[a-z0-9.!#$&'*+/=?^_`{|}~-]+@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/;
const PHONE = /^\+55[1-9]\d{9,10}$/;
const EVP = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const MAX_LENGTH = 77;

/**
 * True for a key in the form its type has in the central bank's directory. Whether it exists is
 * known to the directory alone. The type is the caller's word: eleven digits may be a CPF or not.
 * Source: the directory's own table of keys; e-mails are in lower case and at most 77 characters.
 */
export function isValidPixKey(type: PixKeyType, key: string): boolean {
  switch (type) {
    case 'CPF':
      return isValidCpf(key);
    case 'CNPJ':
      return isValidCnpj(key);
    case 'EMAIL':
      return key.length <= MAX_LENGTH && EMAIL.test(key);
    case 'PHONE':
      return PHONE.test(key);
    case 'EVP':
      return EVP.test(key);
  }
}
