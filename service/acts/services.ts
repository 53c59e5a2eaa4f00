import type { Db } from '../base/shared/db.ts';
import type { AccountStore } from '../domain/accounts/account.ts';
import type { CredentialStore } from '../domain/accounts/credential.ts';
import type { AuditLog } from '../domain/audit/audit-log.ts';
import type { SavedCardStore } from '../domain/cards/saved-card.ts';
import type { LedgerAudit } from '../domain/ledger/check-ledger.ts';
import type { LedgerStore } from '../domain/ledger/ledger.ts';
import type { ReceivableStore } from '../domain/ledger/receivable.ts';
import type { SettlementStore } from '../domain/ledger/settlement.ts';
import type { StatementStore } from '../domain/ledger/statement.ts';
import type { PaymentPageStore } from '../domain/pages/payment-page.ts';
import type { PayinListStore } from '../domain/payins/payin-list.ts';
import type { PayinTraceStore } from '../domain/payins/payin-timeline.ts';
import type { RefundStore } from '../domain/payins/refunds/refund.ts';
import type { ReversalStore } from '../domain/payins/refunds/reversal.ts';
import type { UnderpaymentStore } from '../domain/payins/refunds/underpayment.ts';
import type { PayoutFollower } from '../domain/payouts/payout-follower.ts';
import type { UserStore } from '../domain/people/user.ts';
import type { BackUp, BackupServices } from '../domain/upkeep/backup.ts';
import type { MaintenanceDependencies } from '../domain/upkeep/dependencies.ts';
import type { Distribution } from '../domain/upkeep/distribution.ts';
import type { ErasureServices } from '../domain/upkeep/erase-customer.ts';
import type { RotationServices } from '../domain/upkeep/rotate-key.ts';
import type { WebhookListStore } from '../domain/webhooks/webhook-list.ts';
import type { ProviderRouteStore } from '../providers/credentials.ts';
import type { RegisteredProviders } from '../providers/registered/registered-providers.ts';

export type DatabaseServices = BackupServices & {
  db: Db;
  backUp: BackUp;
  mode: 'sandbox' | 'production';
  accounts: AccountStore;
  audit: AuditLog;
  distribution: Distribution;
  ledger: LedgerStore;
  ledgerAudit: LedgerAudit;
  receivables: Pick<ReceivableStore, 'dueByDay' | 'markPaid'>;
  statements: StatementStore;
  payinLists: PayinListStore;
  reversals: Pick<ReversalStore, 'listOpen'>;
  underpayments: Pick<UnderpaymentStore, 'listWaiting'>;
  refunds: Pick<RefundStore, 'listPending'>;
  settlements: SettlementStore;
  webhookLists: WebhookListStore;
};

/** What a command has besides: all that needs the key-encryption key. */
export type KeyedServices = MaintenanceDependencies &
  ErasureServices &
  RotationServices & {
    credentials: CredentialStore;
    audit: AuditLog;
    savedCards: SavedCardStore;
    users: UserStore;
    payinTraces: PayinTraceStore;
    payoutFollower: PayoutFollower;
    wakeDelivery: () => void;
    registeredProviders: RegisteredProviders;
    providerRoutes: ProviderRouteStore;
    paymentPages: PaymentPageStore;
    /** Empty where no payment pages are served. */
    addresses: { paymentPageUrl: string };
    /** Of the dashboard, as a browser sees it; empty where none is served. */
    dashboardUrl: () => string;
    noticesBaseUrl: (provider: string) => string | null;
  };
