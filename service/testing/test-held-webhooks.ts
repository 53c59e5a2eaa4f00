import type { SendWebhook } from '../domain/webhooks/webhook-delivery.ts';

/** A network that takes events and answers none until it is released: what waits, goes on waiting. */
export function holdWebhooks(): { sendWebhook: SendWebhook; release: () => void } {
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  return { sendWebhook: () => held.then(() => ({ kind: 'answered', status: 500 })), release };
}
