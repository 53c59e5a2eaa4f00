import type { Traces } from '../../base/traces/traces.ts';
import type { WebhookEventDraft } from '../../domain/webhooks/webhook-event.ts';
import type { FinishedAttempt, WebhookStore } from '../../domain/webhooks/webhook-outbox.ts';

export function withTrace<Move extends { event: WebhookEventDraft | null }>(
  move: Move,
  traces: Traces,
): Move {
  const traceparent = traces.traceparent();
  if (move.event === null || traceparent === null) return move;
  return { ...move, event: { ...move.event, traceparent } };
}

export function traceDeliveries(store: WebhookStore, traces: Traces): WebhookStore {
  return {
    ...store,
    delivered(finished) {
      tell(finished, 'delivered', traces);
      return store.delivered(finished);
    },
    failed(finished, leaseUntil) {
      tell(finished, 'retried', traces);
      return store.failed(finished, leaseUntil);
    },
    undelivered(finished) {
      tell(finished, 'undelivered', traces);
      return store.undelivered(finished);
    },
  };
}

function tell({ claimed, attempt }: FinishedAttempt, outcome: string, traces: Traces): void {
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
}
