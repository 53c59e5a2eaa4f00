import * as z from 'zod/mini';
import { isCardNumber } from './card-number.ts';
import { lineOfText, mustBeText } from './text.ts';

/**
 * Card data as a buyer has it on the card. Shapes only: whether it has expired depends on the
 * clock (`isExpired`) and whether it exists is the issuer's knowledge.
 * `number`: 13 to 19 digits without spaces, Luhn. `expirationMonth` 01-12, `expirationYear` four
 * digits, `cvv` 3 or 4 digits. Source: spec, "card".
 */
export const cardSchema = z.object({
  holderName: lineOfText(100),
  number: z
    .string(mustBeText('digits'))
    .check(z.refine(isCardNumber, 'must be a valid card number, digits only')),
  expirationMonth: z
    .string(mustBeText('two digits'))
    .check(z.regex(/^(0[1-9]|1[0-2])$/, 'must be two digits, 01 to 12')),
  expirationYear: z
    .string(mustBeText('four digits'))
    .check(z.regex(/^20\d{2}$/, 'must be four digits')),
  cvv: z.string(mustBeText('3 or 4 digits')).check(z.regex(/^\d{3,4}$/, 'must be 3 or 4 digits')),
});

export type Card = z.infer<typeof cardSchema>;

/** All of a card that may be kept for a later charge: never its CVV. */
export const cardWithoutCvvSchema = z.omit(cardSchema, { cvv: true });

export type CardWithoutCvv = z.infer<typeof cardWithoutCvvSchema>;
