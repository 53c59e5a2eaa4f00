import { checkLedger } from './check-ledger.ts';
import { framesOf, nameOf } from './http/error-handler.ts';
import type { Settings } from './settings.ts';
import { readSettings, SettingsError } from './settings.ts';
import { createAccountStore } from './store/account.ts';
import type { Db } from './store/db.ts';
import { createLedgerAudit } from './store/ledger-audit.ts';
import { migrate } from './store/migrate.ts';
import { migrations } from './store/migrations.ts';
import { openDb } from './store/open-db.ts';

/**
 * The program `npm run reconcile`: recomputes the ledger of DATA_DIR or DATABASE_URL. Exit code 0
 * where everything agrees, 1 with the first row that does not. The embedded database is one
 * process's at a time, so there the service has to be stopped first.
 */
async function reconcile(): Promise<void> {
  const db = await open(readSettings(process.env));
  try {
    await migrate(db, migrations);
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

/** What opening the database throws is one sentence that names the setting and no address. */
async function open(settings: Settings): Promise<Db> {
  const { dataDir, databaseUrl } = settings;
  try {
    return await openDb({ dataDir, ...(databaseUrl === undefined ? {} : { databaseUrl }) });
  } catch (error) {
    throw error instanceof Error ? new SettingsError(error.message) : error;
  }
}

reconcile().catch((error: unknown) => {
  const lines =
    error instanceof SettingsError ? [error.message] : [nameOf(error), ...framesOf(error)];
  process.stderr.write(`${lines.join('\n')}\n`);
  process.exitCode = 1;
});
