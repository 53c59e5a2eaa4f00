import { randomBytes } from 'node:crypto';
import type { Db } from '../base/shared/db.ts';
import type { PayinTransition } from '../domain/payins/payin-transition.ts';
import { toWebhookEvent } from '../domain/webhooks/webhook-outbox.ts';
import { createAuditLog } from '../store/tables/audit/audit-log.ts';
import { createCardTokenStore } from '../store/tables/cards/card-token.ts';
import { createLedgerStore } from '../store/tables/ledger/ledger.ts';
import { createReceivableStore } from '../store/tables/ledger/receivable.ts';
import { createDeclineStore } from '../store/tables/payins/decline.ts';
import { createTransitionPayin } from '../store/tables/payins/payin-transition.ts';
import { createRefundStore } from '../store/tables/payins/refund.ts';
import { createReversalStore } from '../store/tables/payins/reversal.ts';
import { createAuthenticationStore } from '../store/tables/payins/three-d-secure.ts';
import { createTransitionPayout } from '../store/tables/payouts/payout-transition.ts';
import { createWebhookStore } from '../store/tables/webhooks/webhook.ts';

/** What moves payins and payouts of a database, beside the service that a test has started on it. */
export function testTransitions(
  db: Db,
  onMoved: (moves: readonly PayinTransition[]) => void = () => {},
) {
  const stores = {
    ledger: createLedgerStore(db),
    webhooks: createWebhookStore(db),
    audit: createAuditLog(db),
    reversals: createReversalStore(db),
    refunds: createRefundStore(db),
    receivables: createReceivableStore(db),
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
    transitionPayin: createTransitionPayin(db, stores, onMoved),
    transitionPayout: createTransitionPayout(db, stores, () => {}),
  };
}

/** For moves whose hashes a test does not look at. */
export function anyHash(): Uint8Array {
  return new Uint8Array(32);
}
