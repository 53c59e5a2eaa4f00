import * as z from 'zod/mini';
import { toPlainSigns } from '../digits.ts';
import { isValidCnpj, isValidCpf, withoutPunctuation } from '../document-number.ts';
import type { BrokenRule } from '../errors/broken-rule.ts';
import { broken } from '../errors/broken-rule.ts';

/** Source: spec, "Payout create request". EVP: a random key in the form of a UUID. */
export const PIX_KEY_TYPES = ['CPF', 'CNPJ', 'EMAIL', 'PHONE', 'EVP'] as const;

export const pixKeyTypeSchema = z.enum(PIX_KEY_TYPES);
export type PixKeyType = z.infer<typeof pixKeyTypeSchema>;

export const PIX_KEY_RULES: { readonly [type in PixKeyType]: BrokenRule } = {
  CPF: broken('document', { kinds: 'CPF' }),
  CNPJ: broken('document', { kinds: 'CNPJ' }),
  EMAIL: broken('format', { example: 'name@example.com' }),
  PHONE: broken('format', { example: '+5511987654321' }),
  EVP: broken('format', { example: '123e4567-e89b-12d3-a456-426614174000' }),
};

const EMAIL =
  /^[a-z0-9.!#$&'*+/=?^_`{|}~-]+@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/;
const PHONE = /^\+55[1-9]\d{9,10}$/;
const EVP = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const MAX_LENGTH = 77;

/**
 * A key in the form its type has in the central bank's directory, however it is written; null for
 * what is none. Whether it exists is known to the directory alone. The type is the caller's word:
 * eleven digits may be a CPF or not.
 */
export function toPixKey(type: PixKeyType, written: string): string | null {
  // What an e-mail address looks like is not what it is: `ﬁ` and `fi` may be two people.
  const text = type === 'EMAIL' ? written.trim() : toPlainSigns(written);
  const key = type === 'PHONE' ? toPhone(text) : toKey(type, text);
  return isPixKey(type, key) ? key : null;
}

function toKey(type: PixKeyType, text: string): string {
  const isDocument = type === 'CPF' || type === 'CNPJ';
  return isDocument ? withoutPunctuation(text) : text.toLowerCase();
}

/** `(11) 98765-4321` and `+55 11 98765-4321` alike. */
function toPhone(text: string): string {
  const digits = text.replace(/[\s().-]/g, '');
  if (digits.startsWith('+')) return digits;
  return digits.length > 11 ? `+${digits}` : `+55${digits}`;
}

/** Source: the directory's own table of keys; e-mails are in lower case and at most 77 characters. */
function isPixKey(type: PixKeyType, key: string): boolean {
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
