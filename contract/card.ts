import * as z from 'zod/mini';
import { lineOfText } from './text.ts';

/** True where the digits pass Luhn mod 10 (ISO/IEC 7812-1). */
export function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let index = 0; index < digits.length; index += 1) {
    const digit = Number(digits[digits.length - 1 - index]);
    const doubled = index % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return digits.length > 0 && sum % 10 === 0;
}

/** True for 13 to 19 digits that pass Luhn. */
export function isCardNumber(number: string): boolean {
  return /^\d{13,19}$/.test(number) && passesLuhn(number);
}

/** A card is good to the last day of its month, in the calendar `now` is given in (UTC here). */
export function isExpired(
  expiry: { expirationMonth: string; expirationYear: string },
  now: Date,
): boolean {
  const firstInvalidDay = Date.UTC(
    Number(expiry.expirationYear),
    Number(expiry.expirationMonth),
    1,
  );
  // Half a day of grace: the month ends last at UTC-12.
  return now.getTime() >= firstInvalidDay + 12 * 60 * 60 * 1000;
}

/**
 * Card data as a buyer has it on the card. Shapes only: whether it has expired depends on the
 * clock (`isExpired`) and whether it exists is the issuer's knowledge.
 * `number`: 13 to 19 digits without spaces, Luhn. `expirationMonth` 01-12, `expirationYear` four
 * digits, `cvv` 3 or 4 digits. Source: spec, "card".
 */
export const cardSchema = z.object({
  holderName: lineOfText(100),
  number: z
    .string('is required')
    .check(z.refine(isCardNumber, 'must be a valid card number, digits only')),
  expirationMonth: z
    .string('is required')
    .check(z.regex(/^(0[1-9]|1[0-2])$/, 'must be two digits, 01 to 12')),
  expirationYear: z.string('is required').check(z.regex(/^20\d{2}$/, 'must be four digits')),
  cvv: z.string('is required').check(z.regex(/^\d{3,4}$/, 'must be 3 or 4 digits')),
});

export type Card = z.infer<typeof cardSchema>;

/** What may be shown of a card: brand and last four digits. */
export type CardSummary = { brand: string; last4: string };
