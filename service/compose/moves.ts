import type { CardTokenStore } from '../cards/card-token.ts';
import type { LedgerStore } from '../ledger/ledger.ts';
import { countPayinMoves, countPayoutMoves } from '../metrics/count-changes.ts';
import type { DeclineStore } from '../payins/decline.ts';
import type { PayinMove } from '../payins/payin-move.ts';
import type { AuthenticationStore } from '../payins/three-d-secure/three-d-secure.ts';
import type { PayoutMove } from '../payouts/payout-move.ts';
import { createAuditLog } from '../store/audit-log.ts';
import { createMovePayin } from '../store/payin-move.ts';
import { createMovePayout } from '../store/payout-move.ts';
import { createRefundStore } from '../store/refund.ts';
import { createReversalStore } from '../store/reversal.ts';
import type { WebhookEventDraft } from '../webhooks/webhook-event.ts';
import { toWebhookEvent } from '../webhooks/webhook-outbox.ts';
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
