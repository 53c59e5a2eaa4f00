import * as z from 'zod/mini';
import { cardSchema } from './card.ts';
import { CARD_BRANDS } from './card-brand.ts';
import { installmentsSchema } from './installment.ts';
import { centavosSchema } from './money.ts';
import { referenceIdSchema } from './reference-id.ts';
import { lineOfText } from './text.ts';

/** Lifetime of a card token that has not been charged. Source: design 5.2, "order of steps". */
export const CARD_TOKEN_LIFETIME_SECONDS = 15 * 60;

/**
 * `POST /checkout/tokens` (public key): turns a card into a single-use token bound to the account,
 * `amount` (centavos), `installments` and `referenceId`, good for 15 minutes.
 * What is not yet true afterwards: nothing was charged and the issuer was not asked.
 */
export const cardTokenRequestSchema = z.object({
  amount: centavosSchema,
  installments: installmentsSchema,
  referenceId: referenceIdSchema,
  card: cardSchema,
});

/** `expiresAt`: ISO 8601. `brand` and `last4` are all that may be shown of the card. */
export const cardTokenSchema = z.object({
  token: z.string(),
  brand: z.enum(CARD_BRANDS),
  last4: z.string(),
  expiresAt: z.string(),
});

export type CardTokenRequest = z.infer<typeof cardTokenRequestSchema>;
export type CardToken = z.infer<typeof cardTokenSchema>;

/** `POST /checkout/tokens/revoke` (public key): ends a token, as a failed prepare must. */
export const cardTokenRevocationSchema = z.object({ token: lineOfText(200) });
