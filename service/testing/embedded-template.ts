import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { readOrMakeTemplate } from '../store/engine/database-template.ts';

// The same folder from the sources and from a program that `buildProgram` has built elsewhere.
const ENGINE = createRequire(import.meta.url).resolve('@electric-sql/pglite');
const FOLDER = join(dirname(ENGINE), '../../../.cache/database');

/** The files of an embedded database without a table, kept between runs. */
export function embeddedTemplate(): Promise<Uint8Array> {
  return readOrMakeTemplate(FOLDER, []);
}

/** Makes them before the first test, whose time they would take. */
export async function setup(): Promise<void> {
  await embeddedTemplate();
}
