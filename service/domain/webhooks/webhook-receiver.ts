/** Addresses of an account's own, by the type of event (`payin.refunded`) or its family (`payin.*`). */
export type WebhookReceivers = Readonly<Record<string, string>>;

/**
 * Where an event goes; null where nobody asked to be told. Decision: to one address alone, so that
 * it has one id, one list of attempts and one place in the order of its transaction. A `webhookUrl`
 * named in the request wins over all, as the specification has it; then the receiver of exactly
 * this type, then that of its family. The address stays what it was when the event was made, also
 * for one that is sent again.
 */
export function addressFor(
  event: string,
  { webhookUrl, receivers }: { webhookUrl: string | null; receivers: WebhookReceivers },
): string | null {
  const family = `${event.split('.')[0]}.*`;
  return webhookUrl ?? receivers[event] ?? receivers[family] ?? null;
}
