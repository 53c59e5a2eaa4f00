import type { ActServices } from '../../acts/act.ts';
import type { DatabaseServices, KeyedServices } from '../../acts/services.ts';
import type { AppDependencies } from '../../api/dependencies.ts';
import type { RotatingEnvelope } from '../../base/crypto/envelope.ts';
import { addKeyToFile } from '../../base/crypto/key-file.ts';
import { runCommand } from '../../cli/run-command.ts';
import { backUp } from '../../domain/upkeep/backup.ts';
import { nameOf } from '../../http/error-handler.ts';
import type { Settings } from '../../settings.ts';
import { keyFileOf } from '../../settings.ts';
import { createAccountStore } from '../../store/tables/accounts/account.ts';
import { createCredentialStore } from '../../store/tables/accounts/credential.ts';
import { createAuditLog } from '../../store/tables/audit/audit-log.ts';
import { createSavedCardStore } from '../../store/tables/cards/saved-card.ts';
import { createLedgerStore } from '../../store/tables/ledger/ledger.ts';
import { createLedgerAudit } from '../../store/tables/ledger/ledger-audit.ts';
import { createStatementStore } from '../../store/tables/ledger/statement.ts';
import { createPayinListStore } from '../../store/tables/payins/payin-list.ts';
import { createRefundStore } from '../../store/tables/payins/refund.ts';
import { createReversalStore } from '../../store/tables/payins/reversal.ts';
import { createUnderpaymentStore } from '../../store/tables/payins/underpayment.ts';
import { createUserStore } from '../../store/tables/people/user.ts';
import {
  countUnreadableProviderState,
  rewrapProviderState,
} from '../../store/tables/providers/provider-state.ts';
import { createCustomerErasureStore } from '../../store/tables/upkeep/customer-erasure.ts';
import { createDatabaseCopies } from '../../store/tables/upkeep/database-copy.ts';
import { createHashRootStore } from '../../store/tables/upkeep/hash-root.ts';
import { createSealedValueStore } from '../../store/tables/upkeep/sealed-values.ts';
import { createDistribution } from '../../store/tables/upkeep/table-distribution.ts';
import { createWebhookListStore } from '../../store/tables/webhooks/webhook-list.ts';
import { fitsSocket, serveCommands, socketPathOf } from '../socket.ts';
import { openBackupAside } from './backup-aside.ts';

export function createDatabaseServices(
  settings: Settings,
  { db, now, randomBytes }: Pick<DatabaseServices, 'db' | 'now' | 'randomBytes'>,
): DatabaseServices {
  const copies = createDatabaseCopies(db);
  return {
    db,
    now,
    randomBytes,
    mode: settings.mode,
    accounts: createAccountStore(db),
    audit: createAuditLog(db),
    copies,
    backUp: (path, recipient) => backUp(path, recipient, { copies, randomBytes, now }),
    distribution: createDistribution(db),
    ledger: createLedgerStore(db),
    ledgerAudit: createLedgerAudit(db),
    statements: createStatementStore(db),
    payinLists: createPayinListStore(db),
    reversals: createReversalStore(db),
    underpayments: createUnderpaymentStore(db),
    refunds: createRefundStore(db),
    webhookLists: createWebhookListStore(db),
  };
}

export function createKeyedServices(
  settings: Settings,
  { services, envelope }: { services: AppDependencies; envelope: RotatingEnvelope },
): KeyedServices {
  const { db, randomBytes } = services;
  // Decision: only a process that has the database alone adds to the file. Others on a PostgreSQL
  // have read it, and would open nothing any more that is sealed under a key they do not know.
  const isFileOurs = settings.keyEncryptionKeys === undefined && db.engine === 'embedded';
  return {
    ...services,
    envelope,
    credentials: createCredentialStore(db),
    savedCards: createSavedCardStore(),
    users: createUserStore(db),
    erasures: createCustomerErasureStore(),
    sealedValues: createSealedValueStore(db),
    hashRoots: createHashRootStore(db),
    rewrapProviderState: () => rewrapProviderState(db, envelope),
    countUnreadableProviderState: () => countUnreadableProviderState(db, envelope),
    dashboardUrl: () => services.addresses.dashboardUrl,
    noticesBaseUrl: (provider) =>
      services.noticeAuthorities.has(provider)
        ? (settings.notices?.url ?? null)
        : services.addresses.baseUrl || null,
    addKey: isFileOurs ? () => addKeyToFile(keyFileOf(settings), randomBytes) : null,
  };
}

/**
 * Runs commands for whoever asks by the socket beside the embedded database, which nobody else can
 * open meanwhile; gives the function that ends it. PostgreSQL is opened by the command line itself.
 */
export async function serveOperator(
  settings: Settings,
  made: { services: AppDependencies; envelope: RotatingEnvelope },
): Promise<() => Promise<void>> {
  const { services } = made;
  const path = socketPathOf(settings.dataDir);
  if (services.db.engine !== 'embedded') return nothing;
  if (!fitsSocket(path)) {
    services.log.warn('DATA_DIR is too long a path for a socket: no operator commands for now');
    return nothing;
  }
  const keyed = createKeyedServices(settings, made);
  const aside = await openBackupAside(settings, services);
  const invocation: ActServices = {
    database: {
      ...createDatabaseServices(settings, services),
      ...(aside === null ? {} : { backUp: aside }),
    },
    services: async () => keyed,
  };
  try {
    return await serveCommands(path, (request) => runCommand(request, invocation));
  } catch (error) {
    // Not every file system has sockets; payments are taken all the same.
    services.log.warn(
      { errorName: nameOf(error) },
      'DATA_DIR takes no socket: no operator commands for now',
    );
    return nothing;
  }
}

async function nothing() {
  return undefined;
}
