import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { emptyDatabase } from './embedded-db.ts';

const path = (name: string): string =>
  fileURLToPath(new URL(`../../node_modules/${name}`, import.meta.url));

/**
 * The files of an empty embedded database, for tests. Making them takes seconds, unpacking them
 * tenths of one: they are kept between runs for as long as the engine's version stays.
 */
export const embeddedTemplate = async (): Promise<Uint8Array> => {
  const engine: { version: string } = JSON.parse(
    readFileSync(path('@electric-sql/pglite/package.json'), 'utf8'),
  );
  const file = path(`.cache/embedded-database-${engine.version}.tar`);
  try {
    return readFileSync(file);
  } catch {
    const made = await emptyDatabase();
    mkdirSync(path('.cache'), { recursive: true });
    // Moved into place, since another worker may be about to read it.
    const draft = `${file}.${process.pid}`;
    writeFileSync(draft, made);
    renameSync(draft, file);
    return made;
  }
};

/** Makes them before the first test, whose time they would take. */
export const setup = async (): Promise<void> => {
  await embeddedTemplate();
};
