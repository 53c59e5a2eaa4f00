import * as z from 'zod/mini';
import { LOCALES } from '../locale.ts';
import { centavosSchema } from '../money.ts';
import { referenceIdSchema } from '../payments/reference-id.ts';
import { lineOfText } from '../text.ts';
import { cardSchema } from './card.ts';
import { CARD_BRANDS } from './card-brand.ts';
import { installmentsSchema } from './installment.ts';
import { shownPlanSchema } from './installment-plan.ts';

export const CUSTOMER_SESSION_SECONDS = 15 * 60;

const customerTokenSchema = lineOfText(400);
const savedCardIdSchema = lineOfText(100);

/**
 * What a buyer said yes to, as our frame tells it: the account's text by `id`, `version` and
 * language, and the page it stood in. `customerToken`: of the session, where there is one.
 */
export const cardConsentSchema = z.object({
  text: z.object({ id: lineOfText(64), version: z.int().check(z.minimum(1)) }),
  locale: z.enum(LOCALES),
  pageOrigin: lineOfText(300),
  customerToken: z.optional(customerTokenSchema),
});

/** The text of an account by which it asks whether a card may be saved. */
export const consentTextSchema = z.object({
  id: lineOfText(64),
  version: z.int().check(z.minimum(1)),
  words: z.object({ 'pt-BR': lineOfText(300), en: lineOfText(300), es: lineOfText(300) }),
});

/**
 * `POST /customers/{customerId}/session`: `origin`, of the page that is to have it; left out, each
 * of the account's registered ones.
 */
export const customerSessionRequestSchema = z.object({ origin: z.optional(lineOfText(300)) });

/** `token`: for the page, good until `expiresAt` (ISO 8601). */
export const customerSessionSchema = z.object({ token: z.string(), expiresAt: z.string() });

/** A saved card as its buyer and its merchant may see it. `id` charges nothing. */
export const savedCardSchema = z.object({
  id: z.string(),
  brand: z.enum(CARD_BRANDS),
  last4: z.string(),
  expirationMonth: z.string(),
  expirationYear: z.string(),
  /** ISO 8601. */
  savedAt: z.string(),
});

/** 200 of `GET /customers/{customerId}/cards`: the newest first. */
export const savedCardListSchema = z.object({ data: z.array(savedCardSchema) });

const ofSession = { customerToken: customerTokenSchema, pageOrigin: lineOfText(300) };

/** `POST /checkout/saved-cards`, of our frame alone. */
export const savedCardsRequestSchema = z.object(ofSession);

/** `POST /checkout/saved-cards/delete`, of our frame alone. */
export const savedCardDeletionSchema = z.object({ ...ofSession, id: savedCardIdSchema });

/** `POST /checkout/saved-cards/token`, of our frame alone: as a card that is typed. */
export const savedCardTokenRequestSchema = z.object({
  ...ofSession,
  id: savedCardIdSchema,
  amount: centavosSchema,
  installments: installmentsSchema,
  installmentPlan: z.optional(shownPlanSchema),
  referenceId: referenceIdSchema,
  cvv: z.optional(cardSchema.shape.cvv),
});

export type CardConsent = z.infer<typeof cardConsentSchema>;
export type ConsentText = z.infer<typeof consentTextSchema>;
export type CustomerSession = z.infer<typeof customerSessionSchema>;
export type SavedCard = z.infer<typeof savedCardSchema>;
export type SavedCardList = z.infer<typeof savedCardListSchema>;
export type SavedCardTokenRequest = z.infer<typeof savedCardTokenRequestSchema>;

/** The text of accounts that have none of their own. */
export const CONSENT_TEXT: ConsentText = {
  id: 'checkout',
  version: 1,
  words: {
    'pt-BR': 'Salvar este cartão para a próxima compra',
    en: 'Save this card for my next purchase',
    es: 'Guardar esta tarjeta para la próxima compra',
  },
};
