import * as z from 'zod/mini';
import { cpfOrCnpjSchema } from '../document.ts';
import { centavosSchema } from '../money.ts';
import { lineOfText } from '../text.ts';
import { limitSchema, PERIOD, periodInOrder, wholeNumber } from './list-query.ts';
import { payinRequestSchema } from './payin.ts';
import { pixKeyTypeSchema } from './pix-key.ts';
import { knownReferenceSchema, referenceIdSchema } from './reference-id.ts';

/** Source: spec, "Payout states". */
export const PAYOUT_STATUSES = [
  'AWAITING_APPROVAL',
  'PENDING',
  'PROCESSING',
  'APPROVED',
  'COMPLETED',
  'FAILED',
  'CANCELED',
  'REFUSED',
  'REFUNDED',
] as const;

export const payoutStatusSchema = z.enum(PAYOUT_STATUSES);
export type PayoutStatus = z.infer<typeof payoutStatusSchema>;

/**
 * Body of `POST /payout`. Whether `pixKey` has the form of its type is told by its own code,
 * INVALID_PIX_KEY, and so is not asked here. Source: spec, "Payout create request".
 */
export const payoutRequestSchema = z.object({
  amount: centavosSchema,
  pixKey: lineOfText(200),
  pixKeyType: pixKeyTypeSchema,
  referenceId: referenceIdSchema,
  beneficiaryName: z.optional(lineOfText(150)),
  beneficiaryDocument: z.optional(cpfOrCnpjSchema),
  webhookUrl: payinRequestSchema.shape.webhookUrl,
});
export type PayoutRequest = z.infer<typeof payoutRequestSchema>;

/**
 * A payout as it is listed. Amounts in centavos; `feeAmount` and `netAmount` are null until the
 * transfer is completed. Source: spec, "Payout record".
 */
export const payoutRecordSchema = z.object({
  id: z.string(),
  externalId: z.nullable(z.string()),
  status: payoutStatusSchema,
  amount: centavosSchema,
  currency: z.literal('BRL'),
  pixKey: z.string(),
  pixKeyType: pixKeyTypeSchema,
  referenceId: z.string(),
  beneficiaryName: z.nullable(z.string()),
  beneficiaryDocument: z.nullable(z.string()),
  feeAmount: z.nullable(z.number()),
  netAmount: z.nullable(z.number()),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type PayoutRecord = z.infer<typeof payoutRecordSchema>;

/** 201 of `POST /payout`: the record, and a receipt that is null at creation. */
export const payoutCreatedSchema = z.extend(payoutRecordSchema, { bankReceipt: z.null() });
export type PayoutCreated = z.infer<typeof payoutCreatedSchema>;

/** Query of `GET /payout`; every parameter is optional. Source: spec, "GET /payout". */
export const payoutListQuerySchema = z
  .object({
    status: z.optional(payoutStatusSchema),
    ...PERIOD,
    referenceId: z.optional(knownReferenceSchema),
    page: z._default(wholeNumber(1_000_000_000), 1),
    limit: limitSchema,
  })
  .check(periodInOrder());
export type PayoutListQuery = z.infer<typeof payoutListQuerySchema>;

/** 200 of `GET /payout`. */
export const payoutListSchema = z.object({
  data: z.array(payoutRecordSchema),
  meta: z.object({
    total: z.number(),
    page: z.number(),
    limit: z.number(),
    totalPages: z.number(),
  }),
});
export type PayoutList = z.infer<typeof payoutListSchema>;
