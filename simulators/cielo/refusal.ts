import type { PartyAnswer } from '../server/exchange.ts';
import { jsonAnswer } from '../server/exchange.ts';
import type { WrongField } from '../server/fields.ts';

/** What is refused before anything was done: the manual's "Códigos de Erros da API". */
export function refusal(...codes: readonly number[]): PartyAnswer {
  return jsonAnswer(
    400,
    codes.map((Code) => ({ Code, Message: `The manual's sentence for ${Code}` })),
  );
}

/** The code for a field that has not its form, by the last of its path that the manual names. */
const CODES_OF_FIELDS: readonly (readonly [RegExp, number])[] = [
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
export function refusalOfFields(wrong: readonly WrongField[]): PartyAnswer {
  const codes = wrong.map(
    ({ path }) => CODES_OF_FIELDS.find(([pattern]) => pattern.test(path))?.[1] ?? 184,
  );
  return refusal(...new Set(codes));
}
