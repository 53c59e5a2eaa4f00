import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip, gzipSync } from 'node:zlib';
import type { Migration } from '../migrations/migrations.ts';
import { emptyDatabase } from './embedded-db.ts';
import { migrate } from './migrate.ts';

/**
 * The files of an embedded database without a row, for the first start and for tests: making them
 * takes seconds, unpacking them tenths of one. No secret is among them, since those are made by the
 * service. Decision: databases unpacked from one archive share what PostgreSQL calls the system
 * identifier. It tells apart servers that ship their logs, and these ship none.
 */

/** By engine and migrations, so that what was made by others is not found. */
export function templateName(migrations: readonly Migration[], engine = engineVersion()): string {
  const hash = createHash('sha256').update(JSON.stringify(migrations)).digest('hex');
  return `empty-${engine}-${hash.slice(0, 16)}.tar.gz`;
}

/** Null where there is none for this engine and these migrations, or none that can be read. */
export async function readTemplate(
  folder: string,
  migrations: readonly Migration[],
): Promise<Uint8Array | null> {
  try {
    return await promisify(gunzip)(await readFile(join(folder, templateName(migrations))));
  } catch {
    return null;
  }
}

export async function readOrMakeTemplate(
  folder: string,
  migrations: readonly Migration[],
): Promise<Uint8Array> {
  const kept = await readTemplate(folder, migrations);
  if (kept !== null) return kept;
  const archive = await emptyDatabase(async (db) => {
    if (migrations.length > 0) await migrate(db, migrations);
  });
  mkdirSync(folder, { recursive: true });
  const path = join(folder, templateName(migrations));
  // Moved into place, since another process may be about to read it.
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, gzipSync(archive, { level: 9 }));
  renameSync(draft, path);
  return archive;
}

/** Of the engine that is installed, which need not be the one that was built with. */
function engineVersion(): string {
  const main = createRequire(import.meta.url).resolve('@electric-sql/pglite');
  const info: { version: string } = JSON.parse(
    readFileSync(join(dirname(main), '../package.json'), 'utf8'),
  );
  return info.version;
}
