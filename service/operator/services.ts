import type { AccountStore } from '../account.ts';
import type { AuditLog } from '../audit-log.ts';
import type { BackupServices } from '../backup.ts';
import type { LedgerAudit } from '../check-ledger.ts';
import type { ControlServices } from '../control-payout.ts';
import type { CredentialStore } from '../credential.ts';
import type { ErasureServices } from '../erase-customer.ts';
import type { LedgerStore } from '../ledger.ts';
import type { PayinListStore } from '../payin-list.ts';
import type { RotationServices } from '../rotate-key.ts';
import type { SavedCardStore } from '../saved-card.ts';
import type { EndServices } from '../settle-three-d-secure.ts';
import type { StatementStore } from '../statement.ts';
import type { Db } from '../store/db.ts';
import type { OutboxServices } from '../webhook-outbox.ts';

/** What a command has that needs the database alone: no key and no acquirer. */
export type DatabaseServices = BackupServices & {
  db: Db;
  /** Whether the accounts made here are of the sandbox. */
  mode: 'sandbox' | 'production';
  accounts: AccountStore;
  audit: AuditLog;
  ledger: LedgerStore;
  ledgerAudit: LedgerAudit;
  statements: StatementStore;
  payinLists: PayinListStore;
};

/** What a command has besides: all that needs the key-encryption key. */
export type KeyedServices = EndServices &
  ControlServices &
  OutboxServices &
  ErasureServices &
  RotationServices & {
    credentials: CredentialStore;
    savedCards: SavedCardStore;
  };
