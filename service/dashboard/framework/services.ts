import type { Logger } from 'pino';
import type { Health } from '../../../contract/health.ts';
import type { ServiceStatus } from '../../../contract/service-status.ts';
import type { RecentLooks } from '../../acts/act.ts';
import type { DatabaseServices, KeyedServices } from '../../acts/services.ts';
import type { AccountListStore } from '../../domain/accounts/account-list.ts';
import type { CheckoutAddresses } from '../../domain/accounts/checkout-config.ts';
import type { RefusedCallLog } from '../../domain/accounts/refused-call.ts';
import type { Metrics } from '../../domain/metrics/metrics.ts';
import type { PasskeyStore } from '../../domain/people/passkey.ts';
import type { PasskeyChallengeStore } from '../../domain/people/passkey-challenge.ts';
import type { RecoveryCodeStore } from '../../domain/people/recovery-code.ts';
import type { UserSessionStore } from '../../domain/people/session.ts';
import type { AttentionStore } from '../../domain/summaries/attention.ts';
import type { Lists } from '../../domain/summaries/lists.ts';
import type { PayinSummaryStore } from '../../domain/summaries/payin-summary.ts';
import type { WebAsset } from '../../http/web-asset.ts';
import type { WorkSlots } from '../../http/work-limit.ts';

export type DashboardServices = KeyedServices &
  DatabaseServices & {
    log: Logger;
    metrics: Metrics;
    /** `dashboardUrl`: empty where none is served. */
    addresses: CheckoutAddresses & { dashboardUrl: string };
    trustedProxyHops: number;
    health: () => Promise<Health>;
    serviceStatus: () => Promise<ServiceStatus>;
    lists: Lists;
    refusedCallLog: RefusedCallLog;
    recoveryCodes: RecoveryCodeStore;
    sessions: UserSessionStore;
    accountLists: AccountListStore;
    payinSummaries: PayinSummaryStore;
    attention: AttentionStore;
    passkeys: PasskeyStore;
    challenges: PasskeyChallengeStore;
    recentLooks: RecentLooks;
    pageTurns: WorkSlots;
    /** Styles and scripts by file name; empty where the API is run without a build. */
    dashboardAssets: ReadonlyMap<string, WebAsset>;
  };
