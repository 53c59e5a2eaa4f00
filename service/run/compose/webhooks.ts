import type { Logger } from 'pino';
import { countDeliveries } from '../../domain/metrics/count-changes.ts';
import { createSendWebhook } from '../../domain/webhooks/send-webhook.ts';
import { startWebhookDelivery } from '../../domain/webhooks/webhook-delivery.ts';
import type { WebhookStore } from '../../domain/webhooks/webhook-outbox.ts';
import { watchAttempts } from '../../domain/webhooks/webhook-outbox.ts';
import { liveSecrets } from '../../domain/webhooks/webhook-signing.ts';
import type { Settings } from '../../settings.ts';
import type { Dependencies } from './dependencies.ts';
import type { Stores } from './stores.ts';
import { traceDeliveries } from './trace-deliveries.ts';

export type Webhooks = { wakeDelivery(): void; webhooks: WebhookStore };

export function createWebhooks(
  settings: Settings,
  dependencies: Dependencies & Stores,
): { services: Webhooks; startDelivery(): () => Promise<void> } {
  const { accounts, webhookSigning, envelope, now, randomBytes, timers, overrides, onError } =
    dependencies;
  const { metrics, traces, log } = dependencies;
  const counted = countDeliveries(dependencies.webhooks, metrics);
  const delivery = { wake: () => undefined };
  const services: Webhooks = {
    webhooks: logDeliveries(traceDeliveries(counted, traces), log),
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

/** A line for each: no body, answer or path of a receiver, whose address may hold what is secret. */
function logDeliveries(store: WebhookStore, log: Pick<Logger, 'info'>): WebhookStore {
  return watchAttempts(store, ({ claimed, attempt }, settled) => {
    const { companyId, id: eventId, transactionId, event, url } = claimed;
    const payinId = transactionId.startsWith('pay_') ? transactionId : undefined;
    const { outcome, durationMs } = attempt;
    const { host } = new URL(url);
    const line = { companyId, eventId, payinId, event, host, outcome, settled, durationMs };
    log.info(line, 'an event was sent');
  });
}
