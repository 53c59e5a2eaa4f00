import type { Db } from '../../base/shared/db.ts';
import { DbUnavailable } from '../../base/shared/db.ts';
import type { RetryOptions } from './conflict-retry.ts';
import { DirectoryInUse } from './directory-lock.ts';
import type { EmbeddedOptions } from './embedded-db.ts';
import { openEmbeddedDb } from './embedded-db.ts';
import { CONNECTION_FAILURE, openPostgresDb } from './postgres-db.ts';
import { reasonOf } from './refusal-reason.ts';

export type DbSettings = RetryOptions & {
  /** `postgres://…`; without it the embedded engine keeps its files under `dataDir`. */
  databaseUrl?: string;
  /** Of a server, at a time. */
  maxConnections?: number;
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
  try {
    return await openPostgresDb(databaseUrl, retry);
  } catch (error) {
    if (!(error instanceof DbUnavailable)) throw error;
    throw new Error(`DATABASE_URL names a server that ${whyNot(error)}.`, { cause: error });
  }
}

function whyNot({ code, cause }: DbUnavailable): string {
  const reason = code === null || code === CONNECTION_FAILURE ? null : reasonOf(code);
  if (reason !== null) return `cannot be used: ${reason} (${code})`;
  return `cannot be reached (${cause instanceof Error ? cause.message : 'no answer'})`;
}

async function openEmbedded(dataDir: string, options: EmbeddedOptions): Promise<Db> {
  try {
    return await openEmbeddedDb(dataDir, options);
  } catch (error) {
    if (error instanceof DirectoryInUse) throw error;
    throw new Error('DATA_DIR holds no database that can be opened.', { cause: error });
  }
}
