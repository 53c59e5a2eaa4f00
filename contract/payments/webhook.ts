import * as z from 'zod/mini';
import { installmentPlanSchema } from '../card/installment-plan.ts';
import { declineReasonSchema, declineRetrySchema } from '../errors/decline-reason.ts';
import { centavosSchema } from '../money.ts';
import { payinStatusSchema } from './payin.ts';
import { payinReturnSchema } from './payin-return.ts';
import { paymentMethodSchema } from './payment-method.ts';
import { payoutStatusSchema } from './payout.ts';
import { payinRefundSchema } from './refund.ts';

/**
 * Body of a payin event. `createdAt`: creation of the charge, not of the event, ISO 8601.
 * `installmentPlan`: where there is interest. `refundedAmount`, `refunds`, `replacedBy`: as in the
 * record. `expiresAt`: until when its buyer could pay or confirm; null where they were not waited
 * for. `declineReason` and `retry`: of a card that was refused, else null. `return`: of money that
 * went back although the merchant did not ask for it here, by what the event tells of. `dispute`:
 * of a charge that is contested. Source: spec, "Payin event body".
 */
export const payinEventSchema = z.object({
  id: z.string(),
  externalId: z.nullable(z.string()),
  referenceId: z.string(),
  status: payinStatusSchema,
  amount: centavosSchema,
  paymentMethod: paymentMethodSchema,
  expiresAt: z.nullable(z.string()),
  declineReason: z.nullable(declineReasonSchema),
  retry: z.nullable(declineRetrySchema),
  createdAt: z.string(),
  installmentPlan: z.optional(installmentPlanSchema),
  refundedAmount: z.number(),
  refunds: z.array(payinRefundSchema),
  replacedBy: z.nullable(z.string()),
  return: z.optional(payinReturnSchema),
  dispute: z.optional(payinReturnSchema),
});

/**
 * Body of a payout event. `reason`, given by the institution, comes with FAILED, REFUSED, CANCELED
 * and REFUNDED alone. Source: spec, "Payout event body".
 */
export const payoutEventSchema = z.object({
  id: z.string(),
  externalId: z.nullable(z.string()),
  status: payoutStatusSchema,
  amount: centavosSchema,
  referenceId: z.string(),
  created_at: z.string(),
  reason: z.optional(z.string()),
});

/** PENDING: an attempt is under way or to come. UNDELIVERED: retries are over, may be resent. */
export const WEBHOOK_DELIVERY_STATUSES = ['PENDING', 'DELIVERED', 'UNDELIVERED'] as const;

/**
 * One attempt. `at`: when it started, ISO 8601, real time. `outcome`: `HTTP_<status>`, `TIMEOUT`,
 * `CONNECTION_FAILED` or `ADDRESS_REFUSED`. How the receiver answered is told by the dashboard.
 */
export const webhookAttemptSchema = z.object({ at: z.string(), outcome: z.string() });

/** One event and how its delivery stands. `id` is its `X-Webhook-Id`. */
export const webhookDeliverySchema = z.object({
  id: z.string(),
  event: z.string(),
  transactionId: z.string(),
  status: z.enum(WEBHOOK_DELIVERY_STATUSES),
  attempts: z.array(webhookAttemptSchema),
});

/** 200 of `GET /sandbox/webhooks/deliveries`, newest event first. */
export const webhookDeliveriesSchema = z.object({ data: z.array(webhookDeliverySchema) });

/** 200 of the signing calls. The secret is shown this once; null after `disable-signing`. */
export const webhookSecretSchema = z.object({ secret: z.nullable(z.string()) });

export type PayinEvent = z.infer<typeof payinEventSchema>;
export type PayoutEvent = z.infer<typeof payoutEventSchema>;
export type WebhookAttempt = z.infer<typeof webhookAttemptSchema>;
export type WebhookDelivery = z.infer<typeof webhookDeliverySchema>;

/**
 * Body of `POST /sandbox/webhooks/rotate-secret`. `endPrevious`: the secret before the present one
 * may end now, although 24 hours were promised for it.
 */
export const rotateSecretRequestSchema = z.object({ endPrevious: z._default(z.boolean(), false) });
