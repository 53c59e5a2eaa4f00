import type { Db } from '../../base/shared/db.ts';
import { DbUnavailable } from '../../base/shared/db.ts';
import type { RetryOptions } from './conflict-retry.ts';
import { DirectoryInUse } from './directory-lock.ts';
import type { EmbeddedOptions } from './embedded-db.ts';
import { openEmbeddedDb } from './embedded-db.ts';
import { openPostgresDb } from './postgres-db.ts';

export type DbSettings = RetryOptions & {
  /** `postgres://…`; without it the embedded engine keeps its files under `dataDir`. */
  databaseUrl?: string;
  dataDir: string;
  /** The files a new embedded database is made of; absent, it takes seconds to make them. */
  template?: EmbeddedOptions['template'];
  onBroken?: EmbeddedOptions['onBroken'];
};

/**
 * Does not migrate it, see `migrate`. Throws an Error of one sentence that names DATABASE_URL or
 * DATA_DIR if it cannot be opened; the address, which may hold a password, is never in a message.
 */
export async function openDb(settings: DbSettings): Promise<Db> {
  const { databaseUrl, dataDir, template, onBroken, ...retry } = settings;
  if (databaseUrl === undefined) {
    const forEmbedded = {
      ...(template === undefined ? {} : { template }),
      ...(onBroken === undefined ? {} : { onBroken }),
    };
    return await openEmbedded(dataDir, { ...retry, ...forEmbedded });
  }
  if (!isPostgresUrl(databaseUrl)) {
    throw new Error('DATABASE_URL is not a postgres:// address.');
  }
  try {
    return await openPostgresDb(databaseUrl, retry);
  } catch (error) {
    if (!(error instanceof DbUnavailable)) throw error;
    throw new Error('DATABASE_URL names a server that cannot be reached.', { cause: error });
  }
}

async function openEmbedded(dataDir: string, options: EmbeddedOptions): Promise<Db> {
  try {
    return await openEmbeddedDb(dataDir, options);
  } catch (error) {
    if (error instanceof DirectoryInUse) throw error;
    throw new Error('DATA_DIR holds no database that can be opened.', { cause: error });
  }
}

function isPostgresUrl(text: string): boolean {
  return URL.canParse(text) && ['postgres:', 'postgresql:'].includes(new URL(text).protocol);
}
