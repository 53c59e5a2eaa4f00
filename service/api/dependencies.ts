import type { Logger } from 'pino';
import type { Health } from '../../contract/health.ts';
import type { ServiceStatus } from '../../contract/service-status.ts';
import type { FindPostalCode } from '../base/formats/postal-codes.ts';
import type { Traces } from '../base/traces/traces.ts';
import type { CheckoutAddresses } from '../domain/accounts/checkout-config.ts';
import type { CredentialStore } from '../domain/accounts/credential.ts';
import type { KeyUseLog } from '../domain/accounts/key-use.ts';
import type { RefusedCallLog } from '../domain/accounts/refused-call.ts';
import type { AuditLog } from '../domain/audit/audit-log.ts';
import type { SavedCardStore } from '../domain/cards/saved-card.ts';
import type { StatementStore } from '../domain/ledger/statement.ts';
import type { CardTestingWatch } from '../domain/limits/card-testing.ts';
import type { CheckoutLimits } from '../domain/limits/checkout-budget.ts';
import type { Metrics } from '../domain/metrics/metrics.ts';
import type { PaymentPageStore } from '../domain/pages/payment-page.ts';
import type { PayinListStore } from '../domain/payins/payin-list.ts';
import type { PayinTraceStore } from '../domain/payins/payin-timeline.ts';
import type { PayoutFollower } from '../domain/payouts/payout-follower.ts';
import type { RecoveryCodeStore } from '../domain/people/recovery-code.ts';
import type { UserStore } from '../domain/people/user.ts';
import type { Lists } from '../domain/summaries/lists.ts';
import type { MaintenanceDependencies } from '../domain/upkeep/dependencies.ts';
import type { WebAsset } from '../http/web-asset.ts';
import type { AttemptOwnerStore } from '../providers/attempt-owner.ts';
import type { ProviderRouteStore } from '../providers/credentials.ts';
import type { NoticeAuthorities } from '../providers/notice-authorities.ts';
import type { RegisteredProviders } from '../providers/registered/registered-providers.ts';
import type { Authenticate } from './authenticate.ts';
import type { FrameDocumentServices } from './checkout/frame-document.ts';
import type { SdkScripts } from './documents/sdk-script.ts';

export type AppDependencies = MaintenanceDependencies & {
  payoutFollower: PayoutFollower;
  savedCards: SavedCardStore;
  users: UserStore;
  credentials: CredentialStore;
  audit: AuditLog;
  recoveryCodes: RecoveryCodeStore;
  registeredProviders: RegisteredProviders;
  providerRoutes: ProviderRouteStore;
  attemptOwners: AttemptOwnerStore;
  payinLists: PayinListStore;
  payinTraces: PayinTraceStore;
  paymentPages: PaymentPageStore;
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
  addresses: CheckoutAddresses & { dashboardUrl: string };
  checkoutLimits: CheckoutLimits;
  cardTesting: CardTestingWatch;
  trustedProxyHops: number;
  findPostalCode: FindPostalCode;
  noticeAuthorities: NoticeAuthorities;
  /** In which header our proxies tell whose certificate they were shown; null: in none. */
  noticeCertificateHeader: string | null;
  securityContact: string | null;
  health: () => Promise<Health>;
  serviceStatus: () => Promise<ServiceStatus>;
  /** What the build made for browsers; absent where only the API is run, as in most tests. */
  web?:
    | {
        frame: FrameDocumentServices;
        sdkScripts: SdkScripts | null;
        pageAssets: ReadonlyMap<string, WebAsset>;
      }
    | undefined;
};
