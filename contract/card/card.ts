import * as z from 'zod/mini';
import { must, mustMatch } from '../errors/broken-rule.ts';
import { lineOfText } from '../text.ts';
import { isCardNumber } from './card-number.ts';

/**
 * Shapes only: whether it has expired depends on the clock (`isExpired`), whether it exists the
 * issuer knows. `number`: 13 to 19 digits without spaces, Luhn. Source: spec, "card".
 */
export const cardSchema = z.object({
  holderName: lineOfText(100),
  number: z.string().check(must(isCardNumber, 'card_number')),
  expirationMonth: z.string().check(...mustMatch(/^(0[1-9]|1[0-2])$/, 'format', { example: '01' })),
  expirationYear: z.string().check(...mustMatch(/^20\d{2}$/, 'format', { example: '2031' })),
  cvv: z.string().check(...mustMatch(/^\d{3,4}$/, 'digits', { min: 3, max: 4 })),
});

export type Card = z.infer<typeof cardSchema>;

/** All of a card that may be kept for a later charge: never its CVV. */
export const cardWithoutCvvSchema = z.omit(cardSchema, { cvv: true });

export type CardWithoutCvv = z.infer<typeof cardWithoutCvvSchema>;
