import type { AccountStore } from '../accounts/account.ts';
import type { CredentialStore } from '../accounts/credential.ts';
import type { AuditLog } from '../audit/audit-log.ts';
import type { SavedCardStore } from '../cards/saved-card.ts';
import type { LedgerAudit } from '../ledger/check-ledger.ts';
import type { LedgerStore } from '../ledger/ledger.ts';
import type { StatementStore } from '../ledger/statement.ts';
import type { BackUp, BackupServices } from '../maintenance/backup.ts';
import type { MaintenanceDependencies } from '../maintenance/dependencies.ts';
import type { Distribution } from '../maintenance/distribution.ts';
import type { ErasureServices } from '../maintenance/erase-customer.ts';
import type { RotationServices } from '../maintenance/rotate-key.ts';
import type { PayinListStore } from '../payins/payin-list.ts';
import type { RefundStore } from '../payins/refund.ts';
import type { ReversalStore } from '../payins/reversal.ts';
import type { UnderpaymentStore } from '../payins/underpayment.ts';
import type { PayoutFollower } from '../payouts/payout-follower.ts';
import type { UserStore } from '../people/user.ts';
import type { ProviderRouteStore } from '../providers/credentials.ts';
import type { RegisteredProviders } from '../providers/registered/registered-providers.ts';
import type { Db } from '../shared/db.ts';
import type { WebhookListStore } from '../webhooks/webhook-list.ts';

/** What a command has that needs the database alone: no key and no acquirer. */
export type DatabaseServices = BackupServices & {
  db: Db;
  backUp: BackUp;
  /** Whether the accounts made here are of the sandbox. */
  mode: 'sandbox' | 'production';
  accounts: AccountStore;
  audit: AuditLog;
  distribution: Distribution;
  ledger: LedgerStore;
  ledgerAudit: LedgerAudit;
  statements: StatementStore;
  payinLists: PayinListStore;
  reversals: Pick<ReversalStore, 'listOpen'>;
  underpayments: Pick<UnderpaymentStore, 'listWaiting'>;
  refunds: Pick<RefundStore, 'listPending'>;
  webhookLists: WebhookListStore;
};

/** What a command has besides: all that needs the key-encryption key. */
export type KeyedServices = MaintenanceDependencies &
  ErasureServices &
  RotationServices & {
    credentials: CredentialStore;
    savedCards: SavedCardStore;
    users: UserStore;
    payoutFollower: PayoutFollower;
    wakeDelivery: () => void;
    registeredProviders: RegisteredProviders;
    providerRoutes: ProviderRouteStore;
    /** Of the dashboard, as a browser sees it; empty where none is served. */
    dashboardUrl: () => string;
    /** The address that parties call; null where it is not known. */
    noticesBaseUrl: (provider: string) => string | null;
  };
