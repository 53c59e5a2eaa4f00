import { countPayinTransitions } from '../../domain/metrics/count-changes.ts';
import type { PayinTransition } from '../../domain/payins/payin-transition.ts';
import type { PayoutTransition } from '../../domain/payouts/payout-transition.ts';
import type { WebhookEventDraft } from '../../domain/webhooks/webhook-event.ts';
import { toWebhookEvent } from '../../domain/webhooks/webhook-outbox.ts';
import { createTransitionPayin } from '../../store/tables/payins/payin-transition.ts';
import { createTransitionPayout } from '../../store/tables/payouts/payout-transition.ts';
import type { Dependencies } from './dependencies.ts';
import type { Stores } from './stores.ts';
import { withTrace } from './trace-deliveries.ts';
import type { Webhooks } from './webhooks.ts';

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
