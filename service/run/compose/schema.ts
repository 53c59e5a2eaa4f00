import type { Logger } from 'pino';
import type { Db } from '../../base/shared/db.ts';
import type { AccountStore } from '../../domain/accounts/account.ts';
import type { Settings } from '../../settings.ts';
import { dropTables } from '../../store/engine/drop-tables.ts';
import { migrate, UnknownSchema } from '../../store/engine/migrate.ts';
import { migrations } from '../../store/migrations/migrations.ts';

/**
 * Throws `UnknownSchema` where another build made the database. Decision: what a sandbox keeps in
 * DATA_DIR is dropped instead, since nobody's money is in it. A database server, which others may
 * use, stays, and so does what has an account that is not of the sandbox: MODE may have been
 * forgotten.
 */
export async function prepareSchema(
  { mode }: Pick<Settings, 'mode'>,
  { db, accounts, log }: { db: Db; accounts: AccountStore; log: Logger },
): Promise<void> {
  try {
    await migrate(db, migrations);
  } catch (error) {
    const isOfSandbox = mode === 'sandbox' && db.engine === 'embedded';
    if (!(error instanceof UnknownSchema) || !isOfSandbox) throw error;
    if (await accounts.hasAccounts({ sandbox: false })) throw error;
    await dropTables(db);
    log.warn('another build had made the data of this sandbox, and it was dropped');
    await migrate(db, migrations);
  }
}
