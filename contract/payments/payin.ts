import * as z from 'zod/mini';
import { cardSchema } from '../card/card.ts';
import { installmentsSchema } from '../card/installment.ts';
import { installmentPlanSchema, shownPlanSchema } from '../card/installment-plan.ts';
import { OWN_PROOF_FIELDS } from '../card/own-three-d-secure.ts';
import { pendingThreeDSSchema } from '../card/three-d-secure.ts';
import { must } from '../errors/broken-rule.ts';
import { declineReasonSchema, declineRetrySchema } from '../errors/decline-reason.ts';
import { payerIpSchema } from '../ip-address.ts';
import { centavosSchema } from '../money.ts';
import { lineOfText } from '../text.ts';
import { addressSchema, anyCustomerSchema, customerSchema } from './customer.ts';
import { PAYIN_STATUSES } from './payin-status.ts';
import { paymentMethodSchema } from './payment-method.ts';
import { referenceIdSchema } from './reference-id.ts';
import { payinRefundSchema } from './refund.ts';
import { softDescriptorSchema } from './soft-descriptor.ts';
import { splitSchema } from './split.ts';

export const payinStatusSchema = z.enum(PAYIN_STATUSES);
export type PayinStatus = z.infer<typeof payinStatusSchema>;

function isDay(text: string): boolean {
  const day = /^\d{4}-\d\d-\d\d$/.test(text) ? new Date(`${text}T00:00:00Z`) : null;
  return day !== null && !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

export const payinItemSchema = z.object({
  title: lineOfText(200),
  quantity: z.int().check(z.minimum(1), z.maximum(1_000_000)),
  unitPrice: z.int().check(z.minimum(0), z.maximum(99_999_999_999)),
  description: z.optional(lineOfText(500)),
});

/** The service trusts `referenceId` alone: CAVV and ECI it takes from the provider itself. */
const threeDSecureSchema = z.object({ referenceId: z.optional(lineOfText(200)) });

/** The same on an account that takes a proof of the merchant's own (`ownThreeDS`) in its place. */
export const ownThreeDSecureSchema = z.extend(threeDSecureSchema, OWN_PROOF_FIELDS);

const cardByTokenSchema = z.object({
  token: lineOfText(200),
  installments: installmentsSchema,
  installmentPlan: z.optional(shownPlanSchema),
  cvv: z.optional(cardSchema.shape.cvv),
  threeDSecure: z.optional(threeDSecureSchema),
});

const cardInClearSchema = z.extend(cardSchema, {
  token: z.optional(z.undefined()),
  installments: installmentsSchema,
  installmentPlan: z.optional(shownPlanSchema),
  threeDSecure: z.optional(threeDSecureSchema),
});

/** `installmentPlan`: as shown; needed where there is interest and no fresh token bound to it. */
const payinCardSchema = z.union([cardByTokenSchema, cardInClearSchema]);

export const provenPayinCardSchema = z.union([
  z.extend(cardByTokenSchema, { threeDSecure: z.optional(ownThreeDSecureSchema) }),
  z.extend(cardInClearSchema, { threeDSecure: z.optional(ownThreeDSecureSchema) }),
]);

export const payinRequestSchema = z.object({
  paymentMethod: paymentMethodSchema,
  amount: centavosSchema,
  referenceId: referenceIdSchema,
  isPhysicalProduct: z.boolean(),
  payerIp: payerIpSchema,
  customer: customerSchema,
  items: z.array(payinItemSchema).check(z.minLength(1), z.maxLength(500)),
  webhookUrl: z.optional(z.url({ protocol: /^https?$/ }).check(z.maxLength(2048))),
  card: z.optional(payinCardSchema),
  bankId: z.optional(lineOfText(100)),
  /** Where the buyer comes back to from their bank; other methods have no way there. */
  returnUrl: z.optional(z.url({ protocol: /^https?$/ }).check(z.maxLength(2048))),
  antifraud: z.optional(z.object({ sessionId: z.optional(lineOfText(200)) })),
  subSellerId: z.optional(lineOfText(100)),
  softDescriptor: z.optional(softDescriptorSchema),
  split: z.optional(splitSchema),
  /** `YYYY-MM-DD` in São Paulo, the last day to pay a boleto; other methods have none. */
  dueDate: z.optional(z.string().check(must(isDay, 'format', { example: '2026-01-31' }))),
  /** How long a PIX can be paid; other methods have a time of their own. */
  expiresInSeconds: z.optional(z.int()),
});

/** Who pays: the address is left out where the method needs none. */
export const payerSchema = z.extend(customerSchema, { address: z.optional(addressSchema) });

/** `POST /payin` by OPEN_FINANCE, whose example in the specification has no address. */
export const openFinancePayinRequestSchema = z.extend(payinRequestSchema, {
  paymentMethod: z.literal('OPEN_FINANCE'),
  customer: payerSchema,
});

/** The same bodies to an account that takes companies as payers (`companyPayers`). */
export const companyPayinRequestSchema = z.extend(payinRequestSchema, {
  customer: anyCustomerSchema,
});
export const companyOpenFinancePayinRequestSchema = z.extend(openFinancePayinRequestSchema, {
  customer: z.extend(anyCustomerSchema, { address: z.optional(addressSchema) }),
});

export const provenPayinRequestSchema = z.extend(payinRequestSchema, {
  card: z.optional(provenPayinCardSchema),
});
export const provenCompanyPayinRequestSchema = z.extend(companyPayinRequestSchema, {
  card: z.optional(provenPayinCardSchema),
});

export type Payer = z.infer<typeof payerSchema>;
/** As an account has it that takes the most. */
export type PayinRequest = Omit<z.infer<typeof provenPayinRequestSchema>, 'customer'> & {
  customer: Payer;
};
export type PayinCard = z.infer<typeof provenPayinCardSchema>;

/**
 * The 3-D Secure that went out with a charge. `eci`: null where only its provider knows it.
 * `expectedLiability`: who bears a fraud by the rules of the networks; a dispute may end otherwise.
 */
export const chargeAuthenticationSchema = z.object({
  used: z.boolean(),
  eci: z.nullable(z.string()),
  expectedLiability: z.enum(['issuer', 'merchant']),
});

export type ChargeAuthentication = z.infer<typeof chargeAuthenticationSchema>;

/**
 * `externalId`: the payin's own id until its acquirer gives one. `declineReason` and `retry` come
 * with a card that was REFUSED. `createdAt`: ISO 8601.
 */
const createdSchema = z.object({
  id: z.string(),
  externalId: z.string(),
  referenceId: z.string(),
  status: payinStatusSchema,
  amount: centavosSchema,
  paymentMethod: paymentMethodSchema,
  declineReason: z.optional(declineReasonSchema),
  retry: z.optional(declineRetrySchema),
  createdAt: z.string(),
});

export const payinCreatedSchema = z.extend(createdSchema, {
  threeDSecure: z.optional(chargeAuthenticationSchema),
});

const pixSchema = z.object({ qrcode: z.string() });
const boletoSchema = z.object({
  barcode: z.string(),
  pixQrcode: z.optional(z.string()),
  url: z.url(),
});

/**
 * `expiresAt`: ISO 8601, until when a payment is waited for; the record says the same. `viewToken`
 * shows the payin to its buyer, by `POST /checkout/payment-view`.
 */
const awaitedPayinSchema = z.extend(createdSchema, {
  expiresAt: z.string(),
  viewToken: z.string(),
});

/** The code to copy and paste, also drawn as a QR code; `mountPixElement` takes the `viewToken`. */
export const payinPixCreatedSchema = z.extend(awaitedPayinSchema, {
  pix: z.extend(pixSchema, { viewToken: z.string() }),
});

/**
 * `barcode`: the digitable line; `url`: its PDF; `pixQrcode`: printed on it, paid at once, absent
 * where its issuer gives none. `dueDate`: `YYYY-MM-DD`, the last day to pay; `expiresAt` is later,
 * since banks settle late.
 */
export const payinBoletoCreatedSchema = z.extend(awaitedPayinSchema, {
  boleto: z.extend(boletoSchema, { dueDate: z.string() }),
});

/** 201 of a payin by OPEN_FINANCE: where the buyer is sent to authorize it. */
export const payinOpenFinanceCreatedSchema = z.extend(awaitedPayinSchema, {
  openFinanceRedirectUrl: z.url(),
});

/** `PENDING_3DS`, to be passed on unchanged. Source: spec, "Post-order 3DS card response". */
export const payinPendingThreeDSSchema = z.extend(createdSchema, pendingThreeDSSchema.shape);

/** 201 of `POST /payin`. */
export const payinAnswerSchema = z.union([
  payinPendingThreeDSSchema,
  payinPixCreatedSchema,
  payinBoletoCreatedSchema,
  payinOpenFinanceCreatedSchema,
  payinCreatedSchema,
]);

/** Absent of an answer that an earlier release kept: it follows from its moment then. */
const KEPT_END = { expiresAt: z.optional(z.string()) };

const keptPayinCreatedSchema = z.extend(payinCreatedSchema, { externalId: z.nullable(z.string()) });

/** Under an `Idempotency-Key`: without what its id makes again (view token, our `externalId`). */
export const keptPayinAnswerSchema = z.union([
  z.extend(keptPayinCreatedSchema, pendingThreeDSSchema.shape),
  z.extend(keptPayinCreatedSchema, { ...KEPT_END, pix: pixSchema }),
  z.extend(keptPayinCreatedSchema, {
    ...KEPT_END,
    boleto: z.extend(boletoSchema, { dueDate: z.optional(z.string()) }),
  }),
  z.extend(keptPayinCreatedSchema, { ...KEPT_END, openFinanceRedirectUrl: z.url() }),
  keptPayinCreatedSchema,
]);

/**
 * A payin as it stands. Money in centavos, times in ISO 8601. Source: spec, "Payin record", but
 * for `refundedAmount` and `refunds`: what was given back, and the refunds that were asked for;
 * `boletoPixCopyAndPaste`, `boletoDueDate`, `softDescriptor` and `replacedBy`.
 */
export const payinRecordSchema = z.object({
  id: z.string(),
  externalId: z.nullable(z.string()),
  referenceId: z.nullable(z.string()),
  status: payinStatusSchema,
  amount: centavosSchema,
  currency: z.literal('BRL'),
  paymentMethod: paymentMethodSchema,
  installments: z.number(),
  /** Null where there is no interest. */
  installmentPlan: z.nullable(installmentPlanSchema),
  customer: payerSchema,
  items: z.array(payinItemSchema),
  pixCopyAndPaste: z.nullable(z.string()),
  boletoBarcode: z.nullable(z.string()),
  /** The PIX code printed on the boleto; null where its issuer gives none. */
  boletoPixCopyAndPaste: z.nullable(z.string()),
  boletoUrl: z.nullable(z.string()),
  /** `YYYY-MM-DD`, the last day to pay it. */
  boletoDueDate: z.nullable(z.string()),
  netAmount: z.nullable(z.number()),
  reservedAmount: z.nullable(z.number()),
  refundedAmount: z.number(),
  refunds: z.array(payinRefundSchema),
  /** As the payin asked for it; absent where it did not. */
  softDescriptor: z.optional(softDescriptorSchema),
  /** The payin of the same order that took its place; null where none did. */
  replacedBy: z.nullable(z.string()),
  feeAmount: z.nullable(z.number()),
  declineReason: z.nullable(declineReasonSchema),
  retry: z.nullable(declineRetrySchema),
  /** Null where nothing was charged by card. */
  threeDSecure: z.nullable(chargeAuthenticationSchema),
  expiresAt: z.nullable(z.string()),
  createdAt: z.string(),
  updatedAt: z.string(),
  // Of `GET /payin/{id}` alone, while a PIX, boleto or consent waits for its buyer: as in the 201.
  viewToken: z.optional(z.string()),
  pix: z.optional(payinPixCreatedSchema.shape.pix),
  boleto: z.optional(payinBoletoCreatedSchema.shape.boleto),
  openFinanceRedirectUrl: z.optional(z.url()),
});

/** The payin that a refusal is about, so that whoever is refused can act without another call. */
export const refusedPayinSchema = z.pick(payinCreatedSchema, {
  id: true,
  status: true,
  paymentMethod: true,
  amount: true,
});

export type RefusedPayin = z.infer<typeof refusedPayinSchema>;
export type KeptPayinCreated = z.infer<typeof keptPayinCreatedSchema>;
export type KeptPayinAnswer = z.infer<typeof keptPayinAnswerSchema>;
export type PayinAnswer = z.infer<typeof payinAnswerSchema>;
/** With what a challenge needs, where one waits. */
export type CardPayinCreated = z.infer<typeof payinCreatedSchema> &
  z.infer<typeof pendingThreeDSSchema>;
export type PixPayinCreated = z.infer<typeof payinPixCreatedSchema>;
export type BoletoPayinCreated = z.infer<typeof payinBoletoCreatedSchema>;
export type OpenFinancePayinCreated = z.infer<typeof payinOpenFinanceCreatedSchema>;
export type PayinRecord = z.infer<typeof payinRecordSchema>;
