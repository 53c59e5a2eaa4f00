import type { AccountStore } from './account.ts';
import { countDeliveries } from './count-changes.ts';
import type { Envelope, RandomBytes } from './envelope.ts';
import { createSendWebhook } from './http/send-webhook.ts';
import type { Metrics } from './metrics.ts';
import type { PayinEffects } from './payin-status.ts';
import type { Timers } from './periodic.ts';
import type { Settings } from './settings.ts';
import { withCommitHook } from './store/commit-hook.ts';
import type { Db, Queryable } from './store/db.ts';
import { createWebhookStore } from './store/webhook.ts';
import { createWebhookSigningStore } from './store/webhook-signing.ts';
import type { SendWebhook } from './webhook-delivery.ts';
import { startWebhookDelivery } from './webhook-delivery.ts';
import type { OutboxServices, WebhookStore } from './webhook-outbox.ts';
import { createPayinWebhookEffect, createPayoutWebhookEffect } from './webhook-outbox.ts';
import type { WebhookSigningServices, WebhookSigningStore } from './webhook-signing.ts';
import { liveSecrets, rewrapWebhookSecrets } from './webhook-signing.ts';

export type ComposedWebhooks = {
  /** The database for whatever changes a status: its commits wake the delivery. */
  db: Db;
  payinEffect: PayinEffects[number];
  payoutEffect: ReturnType<typeof createPayoutWebhookEffect>;
  /** Tells the delivery of an event that was committed without this database's transactions. */
  wake(): void;
  webhooks: WebhookStore;
  webhookSigning: WebhookSigningStore;
  /** Starts the delivery; gives the function that ends it. */
  start(onError: (error: unknown) => void): Promise<() => Promise<void>>;
};

export function composeWebhooks(
  settings: Settings,
  world: {
    db: Db;
    accounts: AccountStore;
    envelope: Envelope;
    now: () => Date;
    randomBytes: RandomBytes;
    timers: Timers;
    metrics: Metrics;
    /** In place of the network. */
    sendWebhook: SendWebhook | undefined;
  },
): ComposedWebhooks {
  const { db, accounts, envelope, now, randomBytes, timers } = world;
  const delivery = { wake: () => undefined };
  const wake = () => delivery.wake();
  const written = new WeakSet<Queryable>();
  const store = countDeliveries(createWebhookStore(db), world.metrics);
  const webhooks: WebhookStore = {
    ...store,
    async insert(tx, event) {
      await store.insert(tx, event);
      written.add(tx);
    },
    async resend(companyId, id, time, tx) {
      await store.resend(companyId, id, time, tx);
      if (tx === undefined) wake();
      else written.add(tx);
    },
  };
  const outbox: OutboxServices = { webhooks, randomBytes, now };
  const webhookSigning = createWebhookSigningStore(db);
  const signing: WebhookSigningServices = { webhookSigning, accounts, envelope, randomBytes, now };
  return {
    db: withCommitHook(db, { isConcerned: (tx) => written.has(tx), afterCommit: wake }),
    payinEffect: createPayinWebhookEffect(outbox),
    payoutEffect: createPayoutWebhookEffect(outbox),
    wake,
    webhooks,
    webhookSigning,
    async start(onError) {
      await rewrapWebhookSecrets(signing);
      const sender = createSendWebhook({ rule: { sandbox: settings.mode === 'sandbox' } });
      const running = startWebhookDelivery(
        {
          webhooks,
          sendWebhook: world.sendWebhook ?? sender.send,
          secretsOf: (companyId) => liveSecrets(companyId, signing),
          timers,
          randomBytes,
          now,
        },
        onError,
      );
      delivery.wake = () => void running.wake();
      return async () => {
        await running.stop();
        await sender.close();
      };
    },
  };
}
