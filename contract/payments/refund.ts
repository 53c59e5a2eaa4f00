import * as z from 'zod/mini';
import { centavosSchema } from '../money.ts';
import { lineOfText } from '../text.ts';
import { returnNatureSchema } from './payin-return.ts';
import { referenceIdSchema } from './reference-id.ts';

/** PENDING: on its way, the money is held. DONE: given back. FAILED: refused, the money is back. */
const REFUND_STATUSES = ['PENDING', 'DONE', 'FAILED'] as const;

export const refundStatusSchema = z.enum(REFUND_STATUSES);
export type RefundStatus = z.infer<typeof refundStatusSchema>;

/** The merchant's words, which the buyer may see. */
export const refundReasonSchema = lineOfText(140);

/**
 * Body of `POST /payin/{id}/refund`. `amount` in centavos, all that is left where it is absent.
 * `referenceId`: unique among all refunds of the merchant.
 */
export const refundRequestSchema = z.object({
  amount: z.optional(centavosSchema),
  referenceId: referenceIdSchema,
  reason: z.optional(refundReasonSchema),
});
export type RefundRequest = z.infer<typeof refundRequestSchema>;

/**
 * `failureReason`: why nothing was given back, once FAILED. `nature`: why money went back, of one
 * that nobody asked for by `POST /payin/{id}/refund`; its `referenceId` is its `id`.
 */
export const payinRefundSchema = z.object({
  id: z.string(),
  referenceId: z.string(),
  amount: centavosSchema,
  status: refundStatusSchema,
  failureReason: z.nullable(z.string()),
  nature: z.optional(returnNatureSchema),
  createdAt: z.string(),
});
export type PayinRefund = z.infer<typeof payinRefundSchema>;

/** 201 of `POST /payin/{id}/refund`, and 200 of `GET /payin/{id}/refund/{refundId}`. */
export const refundSchema = z.object({
  id: z.string(),
  payinId: z.string(),
  referenceId: z.string(),
  amount: centavosSchema,
  status: refundStatusSchema,
  reason: z.nullable(z.string()),
  failureReason: z.nullable(z.string()),
  nature: z.optional(returnNatureSchema),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type RefundRecord = z.infer<typeof refundSchema>;
