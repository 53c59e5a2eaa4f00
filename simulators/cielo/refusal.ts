import type { PartyAnswer } from '../server/exchange.ts';
import { jsonAnswer } from '../server/exchange.ts';
import type { WrongField } from '../server/fields.ts';

/** What is refused before anything was done: the manual's "Códigos de Erros da API". */
const MESSAGES = {
  0: 'Internal error',
  101: 'MerchantId is required',
  102: 'Payment Type is required',
  108: 'Amount must be greater or equal to zero',
  110: 'Invalid Payment Currency',
  112: 'Invalid Payment Country',
  114: 'The provided MerchantId is not in correct format',
  117: 'Credit Card Holder is required',
  119: 'At least one Payment is required',
  122: 'MerchantOrderId is required',
  123: 'Installments must be greater or equal to one',
  124: 'Credit Card is Required',
  126: 'Credit Card Expiration Date is invalid',
  127: 'You must provide CreditCard Number',
  130: 'Could not get Credit Card',
  131: 'MerchantKey is required',
  133: 'Provider is not supported for this Payment Type',
  146: 'SecurityCode length exceeded',
  182: 'Brand is required',
  184: 'Request could not be empty',
  302: 'Sent MerchantOrderId is duplicated',
  307: 'Transaction not found',
  309: 'Transaction not available to void',
} as const;

export type RefusalCode = keyof typeof MESSAGES;

export function refusal(...codes: readonly RefusalCode[]): PartyAnswer {
  return jsonAnswer(
    400,
    codes.map((Code) => ({ Code, Message: MESSAGES[Code] })),
  );
}

/** The code for a field that has not its form, by the last of its path that the manual names. */
const CODES_OF_FIELDS: readonly (readonly [RegExp, RefusalCode])[] = [
  [/^MerchantOrderId/, 122],
  [/Payment$/, 119],
  [/Type$/, 102],
  [/Amount$/, 108],
  [/Currency$/, 110],
  [/Country$/, 112],
  [/Installments$/, 123],
  [/Holder$/, 117],
  [/ExpirationDate$/, 126],
  [/CardNumber$/, 127],
  [/SecurityCode$/, 146],
  [/Brand$/, 182],
  [/CreditCard$/, 124],
  [/CardToken$/, 130],
];

/** Other fields have a code each in the manual, of which none is told apart here. */
export function codeOfField({ path }: WrongField): RefusalCode {
  return CODES_OF_FIELDS.find(([pattern]) => pattern.test(path))?.[1] ?? 184;
}
