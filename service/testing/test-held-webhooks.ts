import { deferred } from '../../contract/deferred.cases.ts';
import type { SendWebhook } from '../domain/webhooks/webhook-delivery.ts';

/** A network that takes events and answers none until it is released: what waits, goes on waiting. */
export function holdWebhooks(): { sendWebhook: SendWebhook; release: () => void } {
  const { promise: held, resolve: release } = deferred();
  return { sendWebhook: () => held.then(() => ({ kind: 'answered', status: 500 })), release };
}
