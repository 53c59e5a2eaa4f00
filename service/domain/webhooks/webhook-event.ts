import type { PayinEvent, PayoutEvent } from '../../../contract/payments/webhook.ts';
import type { AccountTraits } from '../accounts/account.ts';

export type AccountToTell = { traits: Pick<AccountTraits, 'webhookReceivers'> };

/** What an event is made of, before it has an id and a place in the order of its transaction. */
export type WebhookEventDraft = {
  companyId: string;
  transactionId: string;
  event: string;
  url: string;
  /** Frozen here: every attempt and resend sends these bytes. */
  body: string;
  traceparent?: string;
};

/** Null where nobody asked to be told; `body` is made only where somebody did. */
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

type WebhookReceivers = Readonly<Record<string, string>>;

/**
 * Decision: to one address, so that it has one id, list of attempts and place in the order of its
 * transaction: a `webhookUrl` of the request, as the specification has it; then the receiver of
 * exactly this type, then of its family. It stays what it was, also for one sent again.
 */
function addressFor(
  event: string,
  { webhookUrl, receivers }: { webhookUrl: string | null; receivers: WebhookReceivers },
): string | null {
  const family = `${event.split('.')[0]}.*`;
  return webhookUrl ?? receivers[event] ?? receivers[family] ?? null;
}
