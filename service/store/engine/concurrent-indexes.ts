import type { Db, Queryable } from '../../base/shared/db.ts';

/** A year of a big merchant is indexed in minutes; what takes longer is begun anew. */
const DEADLINE_MS = 4 * 60 * 60_000;
const PAUSE_MS = 1_000;
/** Any number; the same one for every build. */
const LOCK_KEY = 7_193_405_261;

const CREATED =
  /^\s*CREATE\s+(?:UNIQUE\s+)?INDEX\s+CONCURRENTLY\s+(?:IF\s+NOT\s+EXISTS\s+)?([a-z_]+)\s+ON\s+([a-z_]+)/i;
const DROPPED = /^\s*DROP\s+INDEX\s+CONCURRENTLY\s+([a-z_]+)\s*$/i;

export function isConcurrent(text: string): boolean {
  return CREATED.test(text) || DROPPED.test(text);
}

/** Throws an Error where one of the statements is another, since it could not be taken back. */
export function assertIndexesAlone(statements: readonly string[]): void {
  if (!statements.every(isConcurrent)) {
    throw new Error('A migration that has an index made CONCURRENTLY does nothing else.');
  }
}

/** The tables whose indexes such statements make, and drop as far as they are there. */
export async function tablesIndexed(db: Db, statements: readonly string[]): Promise<string[]> {
  const tables = statements.map(async (text) => {
    const made = CREATED.exec(text)?.[2];
    return made ?? (await findIndex(db, DROPPED.exec(text)?.[1] ?? ''))?.table;
  });
  const found = await Promise.all(tables);
  return [...new Set(found.filter((table) => table !== undefined))];
}

/** The same for an engine that has one connection, or in a transaction. */
export function withoutConcurrently(text: string): string {
  return isConcurrent(text) ? text.replace(/(INDEX)\s+CONCURRENTLY/i, '$1') : text;
}

/**
 * Makes and drops indexes of PostgreSQL while the service writes their tables, as often as it takes:
 * one that is there is left, and one that a stopped process left half made is dropped and made
 * again. Several processes may come at once; each goes on when all is done.
 *
 * Decision: one process at a time by an advisory lock of its session, which ends with it however it
 * ends. The lock of a row would have to be held in a transaction, which such a build waits for.
 */
export async function changeIndexes(
  db: Db,
  statements: readonly string[],
  {
    wait,
    isDone,
  }: {
    wait: (milliseconds: number) => Promise<unknown>;
    /** Whether another process was here before: what came after it must not be undone. */
    isDone: (session: Queryable) => Promise<boolean>;
  },
): Promise<void> {
  await db.session(
    async (session) => {
      // Asked again and again: whoever waits inside of a statement is waited for by the build.
      while (!(await isMine(session))) await wait(PAUSE_MS);
      if (await isDone(session)) return;
      for (const text of statements) await change(session, text);
    },
    { deadlineMs: DEADLINE_MS },
  );
}

async function isMine(session: Queryable): Promise<boolean> {
  const [row] = await run<{ mine: boolean }>(
    session,
    `SELECT pg_try_advisory_lock(${LOCK_KEY}) AS mine`,
  );
  return row?.mine === true;
}

async function change(session: Queryable, text: string): Promise<void> {
  const name = CREATED.exec(text)?.[1] ?? DROPPED.exec(text)?.[1] ?? '';
  const found = await findIndex(session, name);
  const isWanted = CREATED.test(text);
  if (found !== undefined && !(isWanted && found.valid)) {
    await run(session, `DROP INDEX CONCURRENTLY ${name}`);
  }
  if (isWanted && !found?.valid) await run(session, text);
}

async function findIndex(on: Queryable, name: string) {
  const [found] = await run<{ valid: boolean; table: string }>(
    on,
    `SELECT i.indisvalid AS valid, t.relname::text AS "table" FROM pg_index i
      JOIN pg_class c ON c.oid = i.indexrelid JOIN pg_class t ON t.oid = i.indrelid
      JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE n.nspname = current_schema() AND c.relname = '${name}'`,
  );
  return found;
}

function run<Row>(on: Queryable, text: string) {
  return on.query<Row>({ name: '', text, values: [] });
}
