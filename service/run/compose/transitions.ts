import type { CardTokenStore } from '../../domain/cards/card-token.ts';
import type { LedgerStore } from '../../domain/ledger/ledger.ts';
import {
  countPayinTransitions,
  countPayoutTransitions,
} from '../../domain/metrics/count-changes.ts';
import type { DeclineStore } from '../../domain/payins/decline.ts';
import type { PayinTransition } from '../../domain/payins/payin-transition.ts';
import type { AuthenticationStore } from '../../domain/payins/three-d-secure/three-d-secure.ts';
import type { PayoutTransition } from '../../domain/payouts/payout-transition.ts';
import type { WebhookEventDraft } from '../../domain/webhooks/webhook-event.ts';
import { toWebhookEvent } from '../../domain/webhooks/webhook-outbox.ts';
import { createAuditLog } from '../../store/tables/audit/audit-log.ts';
import { createTransitionPayin } from '../../store/tables/payins/payin-transition.ts';
import { createRefundStore } from '../../store/tables/payins/refund.ts';
import { createReversalStore } from '../../store/tables/payins/reversal.ts';
import { createTransitionPayout } from '../../store/tables/payouts/payout-transition.ts';
import type { Dependencies } from './dependencies.ts';
import { withTrace } from './trace-deliveries.ts';
import type { Webhooks } from './webhooks.ts';

export function createTransitions(
  dependencies: Pick<Dependencies, 'db' | 'now' | 'randomBytes' | 'metrics' | 'traces'> & {
    cardTokens: CardTokenStore;
    authentications: AuthenticationStore;
    declines: DeclineStore;
    ledger: LedgerStore;
  } & Webhooks,
) {
  const { db, metrics, traces, wakeDelivery } = dependencies;
  const stores = {
    ...dependencies,
    audit: createAuditLog(db),
    reversals: createReversalStore(db),
    refunds: createRefundStore(db),
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
    countPayoutTransitions(moves, metrics);
    wakeFor(moves);
  });
  // Here, since moves of several requests are written in one commit.
  return {
    transitionPayin: (move: PayinTransition) => transitionPayin(withTrace(move, traces)),
    transitionPayout: (move: PayoutTransition) => transitionPayout(withTrace(move, traces)),
  };
}
