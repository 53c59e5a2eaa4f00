import type { Traces } from '../../base/traces/traces.ts';
import type { WebhookEventDraft } from '../../domain/webhooks/webhook-event.ts';
import type { WebhookStore } from '../../domain/webhooks/webhook-outbox.ts';
import { watchAttempts } from '../../domain/webhooks/webhook-outbox.ts';

export function withTrace<Move extends { event: WebhookEventDraft | null }>(
  move: Move,
  traces: Traces,
): Move {
  const traceparent = traces.traceparent();
  if (move.event === null || traceparent === null) return move;
  return { ...move, event: { ...move.event, traceparent } };
}

/** Every attempt to deliver an event is a span of the request that it came of. */
export function traceDeliveries(store: WebhookStore, traces: Traces): WebhookStore {
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
