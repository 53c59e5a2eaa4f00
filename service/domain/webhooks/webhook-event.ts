import type { PayinEvent, PayoutEvent } from '../../../contract/webhook.ts';
import type { AccountTraits } from '../accounts/account.ts';
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

/**
 * The event of a transaction, such as `payin.approved`; null where nobody asked to be told. `body` is
 * made only where somebody did.
 */
export function toEventDraft(
  event: string,
  { traits }: AccountToTell,
  transaction: { companyId: string; id: string; webhookUrl: string | null },
  body: () => PayinEvent | PayoutEvent,
): WebhookEventDraft | null {
  const { companyId, id, webhookUrl } = transaction;
  const url = addressFor(event, { webhookUrl, receivers: traits.webhookReceivers });
  if (url === null) return null;
  return { companyId, transactionId: id, event, url, body: JSON.stringify(body()) };
}
