import { describeDecline } from '../../contract/decline-reason.ts';
import type { PayoutStatus } from '../../contract/payout.ts';
import type { RefundStatus } from '../../contract/refund.ts';
import type { PayinEvent, PayoutEvent } from '../../contract/webhook.ts';
import type { AccountTraits } from '../accounts/account.ts';
import type { Payin } from '../payins/payin.ts';
import { addressFor } from './webhook-receiver.ts';

/** The part of an account that says where its events go. */
export type AccountToTell = { traits: Pick<AccountTraits, 'webhookReceivers'> };

/** What an event is made of, before it has an id and a place in the order of its transaction. */
export type WebhookEventDraft = {
  companyId: string;
  transactionId: string;
  /** Such as `payin.approved`. */
  event: string;
  url: string;
  /** Frozen here: every attempt and resend sends these bytes. */
  body: string;
  /** Of the request it came of; absent where that is not traced. */
  traceparent?: string;
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
export function toPayinEvent(account: AccountToTell, payin: Payin): WebhookEventDraft | null {
  return payinEvent(account, payin, payin.status.toLowerCase());
}

/** A charge of it was found after it had failed, and given back; its status is what it was. */
export function toReversalEvent(account: AccountToTell, payin: Payin): WebhookEventDraft | null {
  return payinEvent(account, payin, 'reversed');
}

/** A refund of it has come to this; its own status is what it was. */
export function toRefundEvent(
  account: AccountToTell,
  payin: Payin,
  status: RefundStatus,
): WebhookEventDraft | null {
  return payinEvent(account, payin, `refund_${status.toLowerCase()}`);
}

function payinEvent(account: AccountToTell, payin: Payin, kind: string): WebhookEventDraft | null {
  const event = `payin.${kind}`;
  const url = addressOf(event, account, payin);
  if (url === null) return null;
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
  return toDraft(event, payin, url, body);
}

/** The event of the status a payout has now; null where nobody asked to be told. */
export function toPayoutEvent(
  account: AccountToTell,
  payout: PayoutToTell,
): WebhookEventDraft | null {
  const event = `payout.${payout.status.toLowerCase()}`;
  const url = addressOf(event, account, payout);
  if (url === null) return null;
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
  return toDraft(event, payout, url, body);
}

function addressOf(
  event: string,
  { traits }: AccountToTell,
  { webhookUrl }: { webhookUrl: string | null },
): string | null {
  return addressFor(event, { webhookUrl, receivers: traits.webhookReceivers });
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
