import type { PayoutStatus } from '../../../contract/payout.ts';
import type { PayoutEvent } from '../../../contract/webhook.ts';
import type { AccountToTell, WebhookEventDraft } from '../webhooks/webhook-event.ts';
import { toEventDraft } from '../webhooks/webhook-event.ts';

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

/** The event of the status a payout has now; null where nobody asked to be told. */
export function toPayoutEvent(
  account: AccountToTell,
  payout: PayoutToTell,
): WebhookEventDraft | null {
  const body = (): PayoutEvent => ({
    id: payout.id,
    externalId: payout.externalId,
    status: payout.status,
    amount: payout.amount,
    referenceId: payout.referenceId,
    created_at: payout.createdAt.toISOString(),
    // Decision: the field is never missing where the specification asks for it.
    ...(TELLS_REASON.has(payout.status) ? { reason: payout.reason ?? 'not given' } : {}),
  });
  return toEventDraft(`payout.${payout.status.toLowerCase()}`, account, payout, body);
}
