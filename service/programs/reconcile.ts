import { openDatabase } from '../compose/dependencies.ts';
import { framesOf, nameOf } from '../http/error-handler.ts';
import { checkLedger } from '../ledger/check-ledger.ts';
import { readSettings } from '../settings.ts';
import { SettingsError } from '../shared/settings-error.ts';
import { createAccountStore } from '../store/account.ts';
import { migrate } from '../store/engine/migrate.ts';
import { createLedgerAudit } from '../store/ledger-audit.ts';
import { migrations } from '../store/migrations/migrations.ts';

/**
 * The program `npm run reconcile`: recomputes the ledger of DATA_DIR or DATABASE_URL. Exit code 0
 * where everything agrees, 1 with the first row that does not. The embedded database is one
 * process's at a time, so there the service has to be stopped first.
 */
async function reconcile(): Promise<void> {
  const metrics = { transactionRetried: () => undefined };
  const db = await openDatabase(readSettings(process.env), { metrics });
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

reconcile().catch((error: unknown) => {
  const lines =
    error instanceof SettingsError ? [error.message] : [nameOf(error), ...framesOf(error)];
  process.stderr.write(`${lines.join('\n')}\n`);
  process.exitCode = 1;
});
