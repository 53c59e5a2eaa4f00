import type { PayinEvent, PayoutEvent } from '../../../contract/payments/webhook.ts';
import type { AccountTraits } from '../accounts/account.ts';

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

/** Addresses of an account's own, by the type of event (`payin.refunded`) or its family (`payin.*`). */
type WebhookReceivers = Readonly<Record<string, string>>;

/**
 * Where an event goes; null where nobody asked to be told. Decision: to one address alone, so that
 * it has one id, one list of attempts and one place in the order of its transaction. A `webhookUrl`
 * named in the request wins over all, as the specification has it; then the receiver of exactly
 * this type, then that of its family. The address stays what it was when the event was made, also
 * for one that is sent again.
 */
function addressFor(
  event: string,
  { webhookUrl, receivers }: { webhookUrl: string | null; receivers: WebhookReceivers },
): string | null {
  const family = `${event.split('.')[0]}.*`;
  return webhookUrl ?? receivers[event] ?? receivers[family] ?? null;
}
