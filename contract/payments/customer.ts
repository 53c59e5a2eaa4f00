import * as z from 'zod/mini';
import { payerCpfSchema, payerDocumentSchema } from '../document.ts';
import { must, mustMatch } from '../errors/broken-rule.ts';
import { emailSchema, lineOfText } from '../text.ts';

/** The 67 area codes (DDD) in use. Source: Anatel numbering plan. */
const AREA_CODES = new Set(
  (
    '11 12 13 14 15 16 17 18 19 21 22 24 27 28 31 32 33 34 35 37 38 41 42 43 44 45 46 47 48 49 51 ' +
    '53 54 55 61 62 63 64 65 66 67 68 69 71 73 74 75 77 79 81 82 83 84 85 86 87 88 89 91 92 93 94 ' +
    '95 96 97 98 99'
  ).split(' '),
);

/** True for `55` + area code + a mobile (9 digits, first 9) or landline (8 digits) number. */
export function isValidPhone(phone: string): boolean {
  const parts = /^55(\d{2})(9\d{8}|[2-5]\d{7})$/.exec(phone);
  return parts?.[1] !== undefined && AREA_CODES.has(parts[1]);
}

/** True for eight digits from 01000000 on, the lowest postal code (CEP) given out. */
export function isValidPostalCode(zipCode: string): boolean {
  return /^\d{8}$/.test(zipCode) && Number(zipCode) >= 1_000_000;
}

export const BRAZILIAN_STATES = [
  'AC',
  'AL',
  'AP',
  'AM',
  'BA',
  'CE',
  'DF',
  'ES',
  'GO',
  'MA',
  'MT',
  'MS',
  'MG',
  'PA',
  'PB',
  'PR',
  'PE',
  'PI',
  'RJ',
  'RN',
  'RS',
  'RO',
  'RR',
  'SC',
  'SP',
  'SE',
  'TO',
] as const;

export const addressSchema = z.object({
  street: lineOfText(200),
  number: lineOfText(20),
  zipCode: z.string().check(must(isValidPostalCode, 'format', { example: '01310100' })),
  city: lineOfText(100),
  state: z.enum(BRAZILIAN_STATES),
  complement: z.optional(lineOfText(200)),
  neighborhood: z.optional(lineOfText(100)),
});

/** A buyer by the merchant's own id of theirs, never a document of theirs. */
export const customerIdSchema = z
  .string()
  .check(
    ...mustMatch(/^[\w-]{1,64}$/, 'characters', { allowed: 'A-Z a-z 0-9 - _', min: 1, max: 64 }),
  );

/** Who pays. Source: spec, "customer". */
export const customerSchema = z.object({
  name: lineOfText(150),
  document: payerCpfSchema,
  email: emailSchema,
  phone: z.string().check(must(isValidPhone, 'format', { example: '5511987654321' })),
  address: addressSchema,
  /** The merchant's own id of this buyer, under which a card may be saved. */
  id: z.optional(customerIdSchema),
});

/** Who pays an account that takes companies too. */
export const anyCustomerSchema = z.extend(customerSchema, { document: payerDocumentSchema });

export type Customer = z.infer<typeof customerSchema>;
export type Address = z.infer<typeof addressSchema>;
