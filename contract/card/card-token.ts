import * as z from 'zod/mini';
import { payerDocumentSchema } from '../document.ts';
import { centavosSchema } from '../money.ts';
import { referenceIdSchema } from '../payments/reference-id.ts';
import { lineOfText } from '../text.ts';
import { cardSchema } from './card.ts';
import { CARD_BRANDS } from './card-brand.ts';
import type { OptionalCardField } from './card-field.ts';
import { installmentsSchema } from './installment.ts';
import { installmentPlanSchema, shownPlanSchema } from './installment-plan.ts';
import { cardConsentSchema } from './saved-card.ts';

/** Lifetime of a card token that has not been charged. */
export const CARD_TOKEN_LIFETIME_SECONDS = 15 * 60;

/** `holderDocument`: CPF or CNPJ, as a payer's. Kept with the card and given to the acquirer. */
export const optionalCardSchema = z.object({
  holderDocument: z.optional(payerDocumentSchema),
} satisfies { [field in OptionalCardField]: unknown });

export type OptionalCard = { [field in OptionalCardField]?: string | undefined };

/**
 * `POST /checkout/tokens` (public key): a single-use token bound to the account, `amount`
 * (centavos), `installments` with their total, and `referenceId`, good for 15 minutes.
 * `consent`: of a buyer who wants the card saved, from our frame alone.
 * `installmentPlan`: what the buyer was shown, needed where they pay interest. Nothing was charged
 * yet and the issuer not asked.
 */
export const cardTokenRequestSchema = z.extend(optionalCardSchema, {
  amount: centavosSchema,
  installments: installmentsSchema,
  installmentPlan: z.optional(shownPlanSchema),
  referenceId: referenceIdSchema,
  card: cardSchema,
  consent: z.optional(cardConsentSchema),
});

/**
 * `expiresAt`: ISO 8601. `brand` and `last4` are all that may be shown of the card.
 * `installmentPlan`: what it is bound to, where there is interest.
 */
export const cardTokenSchema = z.object({
  token: z.string(),
  brand: z.enum(CARD_BRANDS),
  last4: z.string(),
  expiresAt: z.string(),
  installmentPlan: z.optional(installmentPlanSchema),
});

export type CardTokenRequest = z.infer<typeof cardTokenRequestSchema>;
export type CardToken = z.infer<typeof cardTokenSchema>;

/** `POST /checkout/tokens/revoke` (public key): ends a token, also that of a card on file. */
export const cardTokenRevocationSchema = z.object({ token: lineOfText(200) });
