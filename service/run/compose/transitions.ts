import type { Logger } from 'pino';
import type { Traces } from '../../base/traces/traces.ts';
import { countDeliveries, countPayinTransitions } from '../../domain/metrics/count-changes.ts';
import type { PayinTransition } from '../../domain/payins/payin-transition.ts';
import type { PayoutTransition } from '../../domain/payouts/payout-transition.ts';
import { createSendWebhook } from '../../domain/webhooks/send-webhook.ts';
import { startWebhookDelivery } from '../../domain/webhooks/webhook-delivery.ts';
import type { WebhookEventDraft } from '../../domain/webhooks/webhook-event.ts';
import type { WebhookStore } from '../../domain/webhooks/webhook-outbox.ts';
import { toWebhookEvent, watchAttempts } from '../../domain/webhooks/webhook-outbox.ts';
import { liveSecrets } from '../../domain/webhooks/webhook-signing.ts';
import type { Settings } from '../../settings.ts';
import { createTransitionPayin } from '../../store/tables/payins/payin-transition.ts';
import { createTransitionPayout } from '../../store/tables/payouts/payout-transition.ts';
import type { Dependencies } from './dependencies.ts';
import type { Stores } from './stores.ts';

export function createTransitions(
  dependencies: Pick<Dependencies, 'db' | 'now' | 'randomBytes' | 'metrics' | 'traces'> &
    Stores &
    Webhooks,
) {
  const { db, metrics, traces, wakeDelivery } = dependencies;
  const stores = {
    ...dependencies,
    toEvent: (draft: WebhookEventDraft) => toWebhookEvent(draft, dependencies),
  };
  const wakeFor = (moves: readonly { event: WebhookEventDraft | null }[]) => {
    if (moves.some(({ event }) => event !== null)) wakeDelivery();
  };
  const transitionPayin = createTransitionPayin(db, stores, (moves) => {
    countPayinTransitions(moves, metrics);
    wakeFor(moves);
  });
  const transitionPayout = createTransitionPayout(db, stores, (moves) => {
    for (const { to } of moves) metrics.payoutEntered(to.status);
    wakeFor(moves);
  });
  // Here, since moves of several requests are written in one commit.
  return {
    transitionPayin: (move: PayinTransition) => transitionPayin(withTrace(move, traces)),
    transitionPayout: (move: PayoutTransition) => transitionPayout(withTrace(move, traces)),
  };
}

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

function withTrace<Move extends { event: WebhookEventDraft | null }>(
  move: Move,
  traces: Traces,
): Move {
  const traceparent = traces.traceparent();
  if (move.event === null || traceparent === null) return move;
  return { ...move, event: { ...move.event, traceparent } };
}

/** Every attempt to deliver an event is a span of the request that it came of. */
function traceDeliveries(store: WebhookStore, traces: Traces): WebhookStore {
  return watchAttempts(store, ({ claimed, attempt }, outcome) => {
    const { companyId, event, traceparent } = claimed;
    traces.close(traces.openAfter(traceparent), {
      name: `webhook ${event}`,
      kind: 'producer',
      durationMs: attempt.durationMs,
      attributes: {
        'checkout.company': companyId,
        'checkout.event': event,
        'checkout.outcome': outcome,
      },
      isError: outcome !== 'delivered',
    });
  });
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
