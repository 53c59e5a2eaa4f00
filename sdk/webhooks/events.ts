import type * as webhook from '../../contract/payments/webhook.ts';
import { writtenOut } from '../../contract/written-out.ts';

const payinEvent = writtenOut<webhook.PayinEvent>();
const payoutEvent = writtenOut<webhook.PayoutEvent>();

/**
 * What an event tells of a payin. `amount` in centavos; `expiresAt`: until when its buyer could pay
 * or confirm, null where they were not waited for; `declineReason`: why a card was refused, and
 * `retry`: whether this card may be tried again, and after how many seconds; `createdAt`: creation
 * of the charge, not of the event; both times in ISO 8601. `installmentPlan`: what the buyer pays,
 * where there is interest; without it they pay `amount`. `refundedAmount`: centavos given back so
 * far, which `refunds` add up to. `replacedBy`: the payin of the same order that took its place, null
 * where none did. `return`: of money that you had not asked back; `dispute`: of a payin that is
 * contested. Source: spec, "Payin event body".
 */
export type PayinEventBody = typeof payinEvent;

/** A status of a payin. Source: spec, "Payin states". */
export type PayinStatus = PayinEventBody['status'];

/** Why a card was refused, in words that may be shown. */
export type DeclineReason = NonNullable<PayinEventBody['declineReason']>;

/**
 * A refund of a payin. `amount` in centavos; `failureReason`, given by the institution, is null
 * unless it is FAILED; `nature`: of one that you have not asked for, whose `referenceId` is its `id`;
 * `createdAt` in ISO 8601.
 */
export type PayinRefund = PayinEventBody['refunds'][number];

/**
 * Money of a payin that went back or is contested. `amount` in centavos; `answerBy`: until when an
 * answer to a dispute is taken, ISO 8601; null where none is, or that is not known.
 */
export type PayinReturn = NonNullable<PayinEventBody['return']>;

/**
 * Why money of a payin went back that you had not asked back here: at the provider's own pages, by the
 * banks (MED), by the acquirer, or since the cardholder contested the charge.
 */
export type ReturnNature = PayinReturn['nature'];

/**
 * What an event tells of a payout. `amount` in centavos; `reason`, given by the institution, comes
 * with FAILED, REFUSED, CANCELED and REFUNDED alone. Source: spec, "Payout event body".
 */
export type PayoutEventBody = typeof payoutEvent;

/** A status of a payout. Source: spec, "Payout states". */
export type PayoutStatus = PayoutEventBody['status'];
