import { describeDecline } from '../../../contract/errors/decline-reason.ts';
import type { PayinStatus } from '../../../contract/payments/payin.ts';
import type { PayinReturn } from '../../../contract/payments/payin-return.ts';
import type { PayinEvent } from '../../../contract/payments/webhook.ts';
import type { AccountToTell, WebhookEventDraft } from '../webhooks/webhook-event.ts';
import { toEventDraft } from '../webhooks/webhook-event.ts';
import type { Payin } from './payin.ts';

/** `kind`: a status, that of the payin unless another is told, or what else happened to it. */
export function toPayinEvent(
  account: AccountToTell,
  payin: Payin,
  kind: PayinStatus | 'reversed' | 'refund_done' | 'refund_failed' = payin.status,
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
  return toEventDraft(`payin.${kind.toLowerCase()}`, account, payin, body);
}
