import { describeDecline } from '../../contract/decline-reason.ts';
import type { PayoutStatus } from '../../contract/payout.ts';
import type { RefundStatus } from '../../contract/refund.ts';
import type { PayinEvent, PayoutEvent } from '../../contract/webhook.ts';
import type { Payin } from '../payins/payin.ts';

/** What an event is made of, before it has an id and a place in the order of its transaction. */
export type WebhookEventDraft = {
  companyId: string;
  transactionId: string;
  /** Such as `payin.approved`. */
  event: string;
  url: string;
  /** Frozen here: every attempt and resend sends these bytes. */
  body: string;
};

/** The part of a payout that its events tell. */
export type PayoutToTell = {
  companyId: string;
  id: string;
  externalId: string | null;
  status: PayoutStatus;
  amount: number;
  referenceId: string;
  webhookUrl: string | null;
  /** Why it did not come about, as the institution says; null where it did. */
  reason: string | null;
  createdAt: Date;
};

const TELLS_REASON: ReadonlySet<PayoutStatus> = new Set([
  'FAILED',
  'REFUSED',
  'CANCELED',
  'REFUNDED',
]);

/** The event of the status a payin has now; null where nobody asked to be told. */
export function toPayinEvent(payin: Payin): WebhookEventDraft | null {
  return payinEvent(payin, payin.status.toLowerCase());
}

/** A charge of it was found after it had failed, and given back; its status is what it was. */
export function toReversalEvent(payin: Payin): WebhookEventDraft | null {
  return payinEvent(payin, 'reversed');
}

/** A refund of it has come to this; its own status is what it was. */
export function toRefundEvent(payin: Payin, status: RefundStatus): WebhookEventDraft | null {
  return payinEvent(payin, `refund_${status.toLowerCase()}`);
}

function payinEvent(payin: Payin, kind: string): WebhookEventDraft | null {
  if (payin.webhookUrl === null) return null;
  const body: PayinEvent = {
    id: payin.id,
    externalId: payin.externalId,
    referenceId: payin.referenceId,
    status: payin.status,
    amount: payin.amount,
    paymentMethod: payin.paymentMethod,
    expiresAt: payin.expiresAt?.toISOString() ?? null,
    ...describeDecline(payin.declineReason),
    createdAt: payin.createdAt.toISOString(),
    ...(payin.installmentPlan === null ? {} : { installmentPlan: payin.installmentPlan }),
    refundedAmount: payin.refundedAmount,
    refunds: [...payin.refunds],
  };
  return toDraft(`payin.${kind}`, payin, payin.webhookUrl, body);
}

/** The event of the status a payout has now; null where nobody asked to be told. */
export function toPayoutEvent(payout: PayoutToTell): WebhookEventDraft | null {
  if (payout.webhookUrl === null) return null;
  const body: PayoutEvent = {
    id: payout.id,
    externalId: payout.externalId,
    status: payout.status,
    amount: payout.amount,
    referenceId: payout.referenceId,
    created_at: payout.createdAt.toISOString(),
    // Decision: the field is never missing where the specification asks for it.
    ...(TELLS_REASON.has(payout.status) ? { reason: payout.reason ?? 'not given' } : {}),
  };
  return toDraft(`payout.${payout.status.toLowerCase()}`, payout, payout.webhookUrl, body);
}

function toDraft(
  event: string,
  { companyId, id }: { companyId: string; id: string },
  url: string,
  body: object,
): WebhookEventDraft {
  return {
    companyId,
    transactionId: id,
    event,
    url,
    body: JSON.stringify(body),
  };
}
