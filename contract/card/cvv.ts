import * as z from 'zod/mini';
import { lineOfText } from '../text.ts';
import { cardSchema } from './card.ts';

/** How long a re-collected CVV waits for its charge. */
export const CVV_LIFETIME_SECONDS = 15 * 60;

/**
 * `POST /checkout/tokens/cvv` (public key): the CVV of a card on file, typed again by its owner. It
 * serves the next `POST /payin` that charges the token, which then needs no `card.cvv`.
 */
export const cvvRecollectionRequestSchema = z.object({
  token: lineOfText(200),
  cvv: cardSchema.shape.cvv,
});

/** `expiresAt`: ISO 8601, when it has to be typed again. Says nothing of the token. */
export const cvvRecollectionSchema = z.object({ expiresAt: z.string() });

export type CvvRecollectionRequest = z.infer<typeof cvvRecollectionRequestSchema>;
export type CvvRecollection = z.infer<typeof cvvRecollectionSchema>;
