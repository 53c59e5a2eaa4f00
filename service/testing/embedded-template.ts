import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { readOrMakeTemplate } from '../store/engine/database-template.ts';
import { migrations } from '../store/migrations/migrations.ts';

// The same folder from the sources and from a program that `buildProgram` has built elsewhere.
const ENGINE = createRequire(import.meta.url).resolve('@electric-sql/pglite');
const FOLDER = join(dirname(ENGINE), '../../../.cache/database');

/** The files of an embedded database without a table, kept between runs. */
export function embeddedTemplate(): Promise<Uint8Array> {
  return readOrMakeTemplate(FOLDER, []);
}

/** The folder with those of one that has all tables, which a process that is started unpacks. */
export async function migratedTemplateFolder(): Promise<string> {
  await readOrMakeTemplate(FOLDER, migrations);
  return FOLDER;
}

/** Makes them before the first test, whose time they would take. */
export async function setup(): Promise<void> {
  await embeddedTemplate();
}
