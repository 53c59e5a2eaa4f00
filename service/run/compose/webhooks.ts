import { countDeliveries } from '../../domain/metrics/count-changes.ts';
import { createSendWebhook } from '../../domain/webhooks/send-webhook.ts';
import { startWebhookDelivery } from '../../domain/webhooks/webhook-delivery.ts';
import type { WebhookStore } from '../../domain/webhooks/webhook-outbox.ts';
import { liveSecrets } from '../../domain/webhooks/webhook-signing.ts';
import type { Settings } from '../../settings.ts';
import type { Dependencies } from './dependencies.ts';
import type { Stores } from './stores.ts';
import { traceDeliveries } from './trace-deliveries.ts';

export type Webhooks = {
  wakeDelivery(): void;
  webhooks: WebhookStore;
};

export function createWebhooks(
  settings: Settings,
  dependencies: Omit<Dependencies, 'log'> & Stores,
): { services: Webhooks; startDelivery(): () => Promise<void> } {
  const { accounts, webhookSigning, envelope, now, randomBytes, timers, overrides, onError } =
    dependencies;
  const { metrics, traces } = dependencies;
  const delivery = { wake: () => undefined };
  const services: Webhooks = {
    webhooks: traceDeliveries(countDeliveries(dependencies.webhooks, metrics), traces),
    wakeDelivery: () => delivery.wake(),
  };
  const signing = { accounts, webhookSigning, envelope, randomBytes, now };
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
