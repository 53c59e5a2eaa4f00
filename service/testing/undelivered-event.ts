import type { Db } from '../base/shared/db.ts';
import type { KeptAttempt } from '../domain/webhooks/webhook-outbox.ts';
import { receiverOf } from '../domain/webhooks/webhook-outbox.ts';
import { createWebhookStore } from '../store/tables/webhooks/webhook.ts';

const URL_OF_RECEIVER = 'http://127.0.0.1:65000/hook?token=of-the-shop';

let made = 0;

/** An event whose every attempt has failed; nothing of it waits. Gives its id. */
export async function giveUpOn(
  db: Db,
  companyId: string,
  { createdAt = new Date(), answer = '' }: { createdAt?: Date; answer?: string } = {},
): Promise<string> {
  const webhooks = createWebhookStore(db);
  made += 1;
  const id = `evt_${companyId}_${String(made).padStart(22, 'A')}`;
  const event = {
    id,
    companyId,
    transactionId: `pay_${id}`,
    event: 'payin.approved',
    url: URL_OF_RECEIVER,
    body: `{"id":"pay_${id}"}`,
    receiver: receiverOf(companyId, URL_OF_RECEIVER),
    createdAt,
  };
  const attempt: KeptAttempt = {
    at: createdAt.toISOString(),
    outcome: 'HTTP_500',
    durationMs: 12,
    signatures: 1,
    answer,
  };
  // In one transaction, so that the delivery of the service never sees it waiting.
  await db.transaction(async (tx) => {
    await webhooks.append(tx, companyId, new Map(), [event]);
    const own = createWebhookStore({ ...db, query: tx.query });
    const claimed = { ...event, failures: 2, traceparent: null, owner: 'tests' };
    const lease = "UPDATE webhook_outbox SET lease_owner = 'tests' WHERE company_id = $1";
    await tx.query({ name: '', text: `${lease} AND event_id = $2`, values: [companyId, id] });
    await own.undelivered({ claimed, attempt });
  });
  return id;
}
