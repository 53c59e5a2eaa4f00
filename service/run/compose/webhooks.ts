import type { AccountStore } from '../../domain/accounts/account.ts';
import { countDeliveries } from '../../domain/metrics/count-changes.ts';
import { createSendWebhook } from '../../domain/webhooks/send-webhook.ts';
import { startWebhookDelivery } from '../../domain/webhooks/webhook-delivery.ts';
import type { WebhookStore } from '../../domain/webhooks/webhook-outbox.ts';
import type { WebhookSigningStore } from '../../domain/webhooks/webhook-signing.ts';
import { liveSecrets } from '../../domain/webhooks/webhook-signing.ts';
import type { Settings } from '../../settings.ts';
import { createWebhookStore } from '../../store/tables/webhooks/webhook.ts';
import { createWebhookSigningStore } from '../../store/tables/webhooks/webhook-signing.ts';
import type { Dependencies } from './dependencies.ts';
import { traceDeliveries } from './trace-deliveries.ts';

export type Webhooks = {
  wakeDelivery(): void;
  webhooks: WebhookStore;
  webhookSigning: WebhookSigningStore;
};

/** `startDelivery` gives the function that ends the delivery. */
export function createWebhooks(
  settings: Settings,
  dependencies: Omit<Dependencies, 'log'> & { accounts: AccountStore },
): { services: Webhooks; startDelivery(): () => Promise<void> } {
  const { db, accounts, envelope, now, randomBytes, timers, metrics, traces, overrides, onError } =
    dependencies;
  const delivery = { wake: () => undefined };
  const services: Webhooks = {
    webhooks: traceDeliveries(countDeliveries(createWebhookStore(db), metrics), traces),
    webhookSigning: createWebhookSigningStore(db),
    wakeDelivery: () => delivery.wake(),
  };
  const signing = { ...services, accounts, envelope, randomBytes, now };
  return {
    services,
    startDelivery() {
      const rule = { sandbox: settings.mode === 'sandbox' };
      const running = startWebhookDelivery(
        {
          webhooks: services.webhooks,
          sendWebhook: overrides.sendWebhook ?? createSendWebhook({ rule, timers }),
          scheduleOf: async (companyId) =>
            (await accounts.find(companyId))?.traits.webhookSchedule ?? 'specification',
          secretsOf: (companyId) => liveSecrets(companyId, signing),
          timers,
          randomBytes,
          now,
          limits: settings.webhookConnections,
        },
        onError,
      );
      delivery.wake = () => void running.wake();
      return () => running.stop();
    },
  };
}
