import type { Logger } from 'pino';
import type { Health } from '../../contract/health.ts';
import type { ServiceStatus } from '../../contract/service-status.ts';
import type { CheckoutAddresses } from '../accounts/checkout-config.ts';
import type { KeyUseLog } from '../accounts/key-use.ts';
import type { RefusedCallLog } from '../accounts/refused-call.ts';
import type { StatementStore } from '../ledger/statement.ts';
import type { CardTestingWatch } from '../limits/card-testing.ts';
import type { CheckoutLimits } from '../limits/checkout-budget.ts';
import type { MaintenanceDependencies } from '../maintenance/dependencies.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { PayinListStore } from '../payins/payin-list.ts';
import type { PayinTraceStore } from '../payins/payin-timeline.ts';
import type { PayoutFollower } from '../payouts/payout-follower.ts';
import type { RecoveryCodeStore } from '../people/recovery-code.ts';
import type { UserStore } from '../people/user.ts';
import type { AttemptOwnerStore } from '../providers/attempt-owner.ts';
import type { ProviderRouteStore } from '../providers/credentials.ts';
import type { NoticeAuthorities } from '../providers/notice-authorities.ts';
import type { RegisteredProviders } from '../providers/registered/registered-providers.ts';
import type { Lists } from '../summaries/lists.ts';
import type { Traces } from '../traces/traces.ts';
import type { SdkScripts } from '../web/sdk-script.ts';
import type { Authenticate } from './authenticate.ts';
import type { FrameDocumentServices } from './frame-document.ts';

/** Everything the routes use, made once by the composition root. */
export type AppDependencies = MaintenanceDependencies & {
  payoutFollower: PayoutFollower;
  users: UserStore;
  recoveryCodes: RecoveryCodeStore;
  registeredProviders: RegisteredProviders;
  providerRoutes: ProviderRouteStore;
  attemptOwners: AttemptOwnerStore;
  payinLists: PayinListStore;
  payinTraces: PayinTraceStore;
  statements: StatementStore;
  lists: Lists;
  keyUse: KeyUseLog;
  refusedCallLog: RefusedCallLog;
  wakeDelivery: () => void;
  log: Logger;
  metrics: Metrics;
  traces: Traces;
  mode: Health['mode'];
  authenticate: Authenticate;
  /** `dashboardUrl`: empty where none is served. */
  addresses: CheckoutAddresses & { dashboardUrl: string };
  checkoutLimits: CheckoutLimits;
  cardTesting: CardTestingWatch;
  trustedProxyHops: number;
  noticeAuthorities: NoticeAuthorities;
  /** In which header our proxies tell whose certificate they were shown; null: in none. */
  noticeCertificateHeader: string | null;
  /** Null where nobody is named. */
  securityContact: string | null;
  health: () => Promise<Health>;
  serviceStatus: () => Promise<ServiceStatus>;
  /** What the build made for browsers; absent where only the API is run, as in most tests. */
  web?: { frame: FrameDocumentServices; sdkScripts: SdkScripts | null } | undefined;
};
