import { SettingsError } from '../../base/shared/settings-error.ts';
import { checkLedger } from '../../domain/ledger/check-ledger.ts';
import { readSettings } from '../../settings.ts';
import { hasEmbeddedDb } from '../../store/engine/embedded-db.ts';
import { requireMigrated } from '../../store/engine/migrate.ts';
import { migrations } from '../../store/migrations/migrations.ts';
import { createAccountStore } from '../../store/tables/accounts/account.ts';
import { createLedgerAudit } from '../../store/tables/ledger/ledger-audit.ts';
import { openDatabase } from '../compose/dependencies.ts';
import { lastWords } from '../last-words.ts';

/** Exit code 1 with the first row that disagrees. On the embedded engine the service is stopped. */
async function reconcile(): Promise<void> {
  const metrics = { transactionRetried: () => undefined };
  const settings = readSettings(process.env);
  for (const remark of settings.remarks) process.stderr.write(`${remark}\n`);
  if (settings.databaseUrl === undefined && !hasEmbeddedDb(settings.dataDir)) {
    // One that is made for it agrees, and says nothing of the one that was meant.
    throw new SettingsError(
      'DATA_DIR holds no database, and DATABASE_URL is not set: give what the service is started with.',
    );
  }
  const db = await openDatabase(settings, { metrics });
  try {
    await requireMigrated(db, migrations);
    const { companies, disagreement } = await checkLedger({
      accounts: createAccountStore(db),
      ledgerAudit: createLedgerAudit(db),
    });
    if (disagreement === null) {
      process.stdout.write(`The ledger agrees, ${companies} companies.\n`);
      return;
    }
    process.stderr.write(`The ledger disagrees: ${disagreement}.\n`);
    process.exitCode = 1;
  } finally {
    await db.close();
  }
}

reconcile().catch((error: unknown) => {
  process.stderr.write(lastWords('check', error));
  process.exitCode = 1;
});
