import { describeDecline } from '../../../contract/errors/decline-reason.ts';
import type { PayinReturn } from '../../../contract/payments/payin-return.ts';
import type { RefundStatus } from '../../../contract/payments/refund.ts';
import type { PayinEvent } from '../../../contract/payments/webhook.ts';
import type { AccountToTell, WebhookEventDraft } from '../webhooks/webhook-event.ts';
import { toEventDraft } from '../webhooks/webhook-event.ts';
import type { Payin } from './payin.ts';

export function toPayinEvent(account: AccountToTell, payin: Payin): WebhookEventDraft | null {
  return payinEvent(account, payin, payin.status.toLowerCase());
}

export function toTakenBackEvent(
  account: AccountToTell,
  payin: Payin,
  kind: 'refunded' | 'refund_done' | 'refund_failed' | 'med' | 'chargeback' | 'approved',
  about: { return: PayinReturn } | { dispute: PayinReturn },
): WebhookEventDraft | null {
  return payinEvent(account, payin, kind, about);
}

export function toReversalEvent(account: AccountToTell, payin: Payin): WebhookEventDraft | null {
  return payinEvent(account, payin, 'reversed');
}

export function toRefundEvent(
  account: AccountToTell,
  payin: Payin,
  status: RefundStatus,
): WebhookEventDraft | null {
  return payinEvent(account, payin, `refund_${status.toLowerCase()}`);
}

function payinEvent(
  account: AccountToTell,
  payin: Payin,
  kind: string,
  about: { return?: PayinReturn; dispute?: PayinReturn } = {},
): WebhookEventDraft | null {
  const body = (): PayinEvent => ({
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
    replacedBy: payin.replacedBy,
    ...about,
  });
  return toEventDraft(`payin.${kind}`, account, payin, body);
}
