import type { CardTokenStore } from '../../domain/cards/card-token.ts';
import type { LedgerStore } from '../../domain/ledger/ledger.ts';
import { countPayinMoves, countPayoutMoves } from '../../domain/metrics/count-changes.ts';
import type { DeclineStore } from '../../domain/payins/decline.ts';
import type { PayinMove } from '../../domain/payins/payin-move.ts';
import type { AuthenticationStore } from '../../domain/payins/three-d-secure/three-d-secure.ts';
import type { PayoutMove } from '../../domain/payouts/payout-move.ts';
import type { WebhookEventDraft } from '../../domain/webhooks/webhook-event.ts';
import { toWebhookEvent } from '../../domain/webhooks/webhook-outbox.ts';
import { createAuditLog } from '../../store/tables/audit/audit-log.ts';
import { createMovePayin } from '../../store/tables/payins/payin-move.ts';
import { createRefundStore } from '../../store/tables/payins/refund.ts';
import { createReversalStore } from '../../store/tables/payins/reversal.ts';
import { createMovePayout } from '../../store/tables/payouts/payout-move.ts';
import type { Dependencies } from './dependencies.ts';
import { withTrace } from './trace-deliveries.ts';
import type { Webhooks } from './webhooks.ts';

/** What changes payins and payouts, and who is told of it: metrics, and the delivery of events. */
export function createMoves(
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
  const movePayin = createMovePayin(db, stores, (moves) => {
    countPayinMoves(moves, metrics);
    wakeFor(moves);
  });
  const movePayout = createMovePayout(db, stores, (moves) => {
    countPayoutMoves(moves, metrics);
    wakeFor(moves);
  });
  // Here, since moves of several requests are written in one commit.
  return {
    movePayin: (move: PayinMove) => movePayin(withTrace(move, traces)),
    movePayout: (move: PayoutMove) => movePayout(withTrace(move, traces)),
  };
}
