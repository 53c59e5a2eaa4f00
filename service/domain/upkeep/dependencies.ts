import type { ProviderCredentialStore } from '../../providers/credentials.ts';
import type { RefusedCallStore } from '../accounts/refused-call.ts';
import type { ReceivableStore } from '../ledger/receivable.ts';
import type { LedgerDependencies } from '../ledger/reserve.ts';
import type { IdempotencyStore } from '../limits/idempotency.ts';
import type { RateLimiter } from '../limits/rate-limit.ts';
import type { RefusedTryStore } from '../limits/retry-budget.ts';
import type { PayinDependencies } from '../payins/dependencies.ts';
import type { PayoutDependencies } from '../payouts/dependencies.ts';
import type { TotpStore } from '../people/second-factor.ts';
import type { WebhookStore } from '../webhooks/webhook-outbox.ts';
import type { SigningDependencies } from '../webhooks/webhook-signing.ts';
import type { ArchiveServices } from './archive.ts';

export type MaintenanceDependencies = PayinDependencies &
  PayoutDependencies &
  SigningDependencies &
  LedgerDependencies &
  ArchiveServices & {
    receivables: ReceivableStore;
    webhooks: WebhookStore;
    idempotency: IdempotencyStore;
    rateLimiter: RateLimiter;
    refusedTries: RefusedTryStore;
    refusedCalls: RefusedCallStore;
    providerCredentials: ProviderCredentialStore;
    totp: TotpStore;
  };
