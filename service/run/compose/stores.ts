import type { Db } from '../../base/shared/db.ts';
import { createAccountListStore, createAccountStore } from '../../store/tables/accounts/account.ts';
import {
  createCredentialStore,
  createKeyUseStore,
} from '../../store/tables/accounts/credential.ts';
import { createRefusedCallStore } from '../../store/tables/accounts/refused-call.ts';
import { createAuditLog } from '../../store/tables/audit/audit-log.ts';
import { createAntifraudSessionStore } from '../../store/tables/cards/antifraud-session.ts';
import { createCardTokenStore } from '../../store/tables/cards/card-token.ts';
import { createMemoryCvvStore } from '../../store/tables/cards/memory-cvv.ts';
import { createSavedCardStore } from '../../store/tables/cards/saved-card.ts';
import { createUnloggedCvvStore } from '../../store/tables/cards/unlogged-cvv.ts';
import { createLedgerStore } from '../../store/tables/ledger/ledger.ts';
import { createLedgerAudit } from '../../store/tables/ledger/ledger-audit.ts';
import { createReceivableStore } from '../../store/tables/ledger/receivable.ts';
import { createReserveStore } from '../../store/tables/ledger/reserve.ts';
import { createSettlementStore } from '../../store/tables/ledger/settlement.ts';
import { createStatementStore } from '../../store/tables/ledger/statement.ts';
import { createIdempotencyStore } from '../../store/tables/limits/idempotency.ts';
import { createMemoryRateLimiter } from '../../store/tables/limits/memory-rate-limit.ts';
import { createRefusedTryStore } from '../../store/tables/limits/refused-try.ts';
import { createSharedRateLimiter } from '../../store/tables/limits/shared-rate-limit.ts';
import { createPaymentPageStore } from '../../store/tables/pages/payment-page.ts';
import { createDeclineStore } from '../../store/tables/payins/decline.ts';
import { createLookUps } from '../../store/tables/payins/look-ups.ts';
import { createPayinStore } from '../../store/tables/payins/payin.ts';
import { createPayinListStore } from '../../store/tables/payins/payin-list.ts';
import { createPayinTraceStore } from '../../store/tables/payins/payin-trace.ts';
import { createRefundStore } from '../../store/tables/payins/refund.ts';
import { createReversalStore } from '../../store/tables/payins/reversal.ts';
import { createAuthenticationStore } from '../../store/tables/payins/three-d-secure.ts';
import { createUnderpaymentStore } from '../../store/tables/payins/underpayment.ts';
import { createPayoutStore } from '../../store/tables/payouts/payout.ts';
import { createPixKeyMissStore } from '../../store/tables/payouts/pix-key-miss.ts';
import {
  createPasskeyChallengeStore,
  createPasskeyStore,
} from '../../store/tables/people/passkey.ts';
import { createUserStore } from '../../store/tables/people/user.ts';
import { createRecoveryCodeStore } from '../../store/tables/people/user-recovery-code.ts';
import { createUserSessionStore } from '../../store/tables/people/user-session.ts';
import { createTotpStore } from '../../store/tables/people/user-totp.ts';
import { createAttemptOwnerStore } from '../../store/tables/providers/attempt-owner.ts';
import {
  createProviderCredentialStore,
  createProviderRouteStore,
} from '../../store/tables/providers/provider-credentials.ts';
import { createAttentionStore } from '../../store/tables/summaries/attention.ts';
import { createPayinSummaryStore } from '../../store/tables/summaries/payin-summary.ts';
import { createArchive } from '../../store/tables/upkeep/archive.ts';
import { createCustomerErasureStore } from '../../store/tables/upkeep/customer-erasure.ts';
import { createDatabaseCopies } from '../../store/tables/upkeep/database-copy.ts';
import { createHashRootStore } from '../../store/tables/upkeep/hash-root.ts';
import { createSealedValueStore } from '../../store/tables/upkeep/sealed-values.ts';
import { createDistribution } from '../../store/tables/upkeep/table-distribution.ts';
import { createWebhookStore } from '../../store/tables/webhooks/webhook.ts';
import { createWebhookListStore } from '../../store/tables/webhooks/webhook-list.ts';
import { createWebhookSigningStore } from '../../store/tables/webhooks/webhook-signing.ts';

export type Stores = ReturnType<typeof createStores>;

/** All that lies in one database. Made once, since some remember what they have read. */
export function createStores(db: Db) {
  // The embedded database has one process, which may keep some of it in its memory.
  const isAlone = db.engine === 'embedded';
  return {
    accounts: createAccountStore(db),
    accountLists: createAccountListStore(db),
    antifraudSessions: createAntifraudSessionStore(db),
    archive: createArchive(db),
    attemptOwners: createAttemptOwnerStore(db),
    attention: createAttentionStore(db),
    audit: createAuditLog(db),
    authentications: createAuthenticationStore(db),
    cardTokens: createCardTokenStore(db),
    challenges: createPasskeyChallengeStore(db),
    copies: createDatabaseCopies(db),
    credentials: createCredentialStore(db),
    declines: createDeclineStore(db),
    distribution: createDistribution(db),
    erasures: createCustomerErasureStore(),
    hashRoots: createHashRootStore(db),
    idempotency: createIdempotencyStore(db),
    keyUses: createKeyUseStore(db),
    ledger: createLedgerStore(db),
    ledgerAudit: createLedgerAudit(db),
    lookUps: createLookUps(db),
    passkeys: createPasskeyStore(db),
    payinLists: createPayinListStore(db),
    payinSummaries: createPayinSummaryStore(db),
    payinTraces: createPayinTraceStore(db),
    paymentPages: createPaymentPageStore(db),
    payins: createPayinStore(db),
    payouts: createPayoutStore(db),
    pixKeyMisses: createPixKeyMissStore(db),
    providerCredentials: createProviderCredentialStore(db),
    providerRoutes: createProviderRouteStore(db),
    rateLimiter: isAlone ? createMemoryRateLimiter() : createSharedRateLimiter(db),
    receivables: createReceivableStore(db),
    settlements: createSettlementStore(db),
    recoveryCodes: createRecoveryCodeStore(db),
    refunds: createRefundStore(db),
    refusedCalls: createRefusedCallStore(db),
    refusedTries: createRefusedTryStore(db),
    reserves: createReserveStore(db),
    reversals: createReversalStore(db),
    savedCards: createSavedCardStore(db),
    sealedCvvs: isAlone ? createMemoryCvvStore() : createUnloggedCvvStore(db),
    sealedValues: createSealedValueStore(db),
    sessions: createUserSessionStore(db),
    statements: createStatementStore(db),
    totp: createTotpStore(db),
    underpayments: createUnderpaymentStore(db),
    users: createUserStore(db),
    webhookLists: createWebhookListStore(db),
    webhookSigning: createWebhookSigningStore(db),
    webhooks: createWebhookStore(db),
  };
}
