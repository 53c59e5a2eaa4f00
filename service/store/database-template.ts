import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip, gzipSync } from 'node:zlib';
import { emptyDatabase } from './embedded-db.ts';
import { migrate } from './migrate.ts';
import { migrations } from './migrations.ts';

/**
 * The files of an embedded database with every table and no row, which the build leaves for the
 * first start: making them takes seconds, unpacking them tenths of one. No secret is among them,
 * since those are made by the service. Decision: databases unpacked from one archive share what
 * PostgreSQL calls the system identifier. It tells apart servers that ship their logs, and these
 * ship none.
 */

/** By engine and migrations, so that what was made by others is not found. */
export const templateName = (engine = engineVersion(), schema = migrations): string => {
  const hash = createHash('sha256').update(JSON.stringify(schema)).digest('hex');
  return `empty-${engine}-${hash.slice(0, 16)}.tar.gz`;
};

/** Null where there is none for this engine and these migrations, or none that can be read. */
export const readTemplate = async (folder: string): Promise<Uint8Array | null> => {
  try {
    return await promisify(gunzip)(await readFile(join(folder, templateName())));
  } catch {
    return null;
  }
};

export const writeTemplate = async (folder: string): Promise<void> => {
  const archive = await emptyDatabase((db) => migrate(db, migrations));
  mkdirSync(folder, { recursive: true });
  const path = join(folder, templateName());
  // Moved into place, since a service may be about to read it.
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, gzipSync(archive, { level: 9 }));
  renameSync(draft, path);
};

/** Of the engine that is installed, which need not be the one that was built with. */
const engineVersion = (): string => {
  const main = createRequire(import.meta.url).resolve('@electric-sql/pglite');
  const info: { version: string } = JSON.parse(
    readFileSync(join(dirname(main), '../package.json'), 'utf8'),
  );
  return info.version;
};
