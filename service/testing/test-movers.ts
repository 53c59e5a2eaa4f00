import { randomBytes } from 'node:crypto';
import type { PayinMove } from '../payins/payin-move.ts';
import type { Db } from '../shared/db.ts';
import { createAuditLog } from '../store/audit-log.ts';
import { createCardTokenStore } from '../store/card-token.ts';
import { createDeclineStore } from '../store/decline.ts';
import { createLedgerStore } from '../store/ledger.ts';
import { createMovePayin } from '../store/payin-move.ts';
import { createMovePayout } from '../store/payout-move.ts';
import { createRefundStore } from '../store/refund.ts';
import { createReversalStore } from '../store/reversal.ts';
import { createAuthenticationStore } from '../store/three-d-secure.ts';
import { createWebhookStore } from '../store/webhook.ts';
import { toWebhookEvent } from '../webhooks/webhook-outbox.ts';

/** What moves payins and payouts of a database, beside the service that a test has started on it. */
export function testMovers(db: Db, onMoved: (moves: readonly PayinMove[]) => void = () => {}) {
  const stores = {
    ledger: createLedgerStore(db),
    webhooks: createWebhookStore(db),
    audit: createAuditLog(db),
    reversals: createReversalStore(db),
    refunds: createRefundStore(db),
    cardTokens: createCardTokenStore(db),
    authentications: createAuthenticationStore(db),
    declines: createDeclineStore(db),
    toEvent: (draft: Parameters<typeof toWebhookEvent>[0]) =>
      toWebhookEvent(draft, {
        randomBytes: (size) => new Uint8Array(randomBytes(size)),
        now: () => new Date(),
      }),
  };
  return {
    movePayin: createMovePayin(db, stores, onMoved),
    movePayout: createMovePayout(db, stores, () => {}),
  };
}

/** For moves whose hashes a test does not look at. */
export function anyHash(): Uint8Array {
  return new Uint8Array(32);
}
