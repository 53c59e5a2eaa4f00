import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Db, Queryable } from '../../base/shared/db.ts';
import { DbUnavailable, SqlError, UniqueViolation } from '../../base/shared/db.ts';
import { SettingsError } from '../../base/shared/settings-error.ts';
import type { Migration } from '../migrations/migrations.ts';
import {
  assertIndexesAlone,
  changeIndexes,
  isConcurrent,
  tablesIndexed,
  withoutConcurrently,
} from './concurrent-indexes.ts';

const DEADLINE_MS = 10 * 60_000;
/** Who waits for a table's lock has all others wait behind: it lets them pass and comes again. */
const LOCK_TIMEOUT_MS = 500;
const PAUSE_MS = 2_000;
const TRIES = 150;

/** The database has a migration that is none of this build's, and not one of a later build. */
export class UnknownSchema extends SettingsError {
  constructor(id: number) {
    super(
      `Another build made the tables of the database (migration ${id}): name an empty one in DATABASE_URL or DATA_DIR, or start the build that made it.`,
    );
  }
}

export type MigrateOptions = { wait?: (milliseconds: number) => Promise<unknown> };

/**
 * Applies what the database has not yet seen, each migration in a transaction of its own, and
 * gives the ids applied. Several processes may start at once: one applies, the others wait for it.
 * Throws `UnknownSchema` when an applied migration was edited since, or is from before the first of
 * these. A database with later migrations than this build knows is left as it is.
 *
 * Other processes work on the database meanwhile. No request waits longer than half a second for a
 * table that is changed; one that stays locked by somebody else for five minutes has the start fail
 * with `DbUnavailable`. On PostgreSQL, indexes that a migration makes `CONCURRENTLY` are made outside
 * of a transaction, see `changeIndexes`; rows are moved outside of one on both engines.
 *
 * Decision: such a database belongs to a newer build, whose migrations keep the older one running
 * while a deployment replaces it process by process.
 */
export async function migrate(
  db: Db,
  migrations: readonly Migration[],
  { wait = delay }: MigrateOptions = {},
): Promise<number[]> {
  assertAscending(migrations);
  const seen = await readSeen(db);
  assertNoneBefore(migrations, seen);
  if (!seen.has(LOCK_ID)) await ensureTable(db);
  const applied: number[] = [];
  for (const migration of migrations) {
    if (isSeen(migration, seen.get(migration.id))) continue;
    await passingLocks(wait, async () => migration.move?.(db));
    const byItself = db.engine === 'postgres' && (await isLong(db, migration.statements));
    if (byItself) {
      const isDone = async (session: Queryable) =>
        isSeen(migration, await findSeen(session, migration));
      await changeIndexes(db, migration.statements, { wait, isDone });
    }
    const statements = byItself ? [] : migration.statements.map(withoutConcurrently);
    const isNew = await passingLocks(wait, () =>
      db.transaction((tx) => apply(tx, migration, { statements, engine: db.engine }), {
        deadlineMs: DEADLINE_MS,
      }),
    );
    if (isNew) applied.push(migration.id);
  }
  return applied;
}

/** For who only reads: throws a sentence where `migrate` would have something to do. */
export async function requireMigrated(db: Db, migrations: readonly Migration[]): Promise<void> {
  const seen = await readSeen(db);
  assertNoneBefore(migrations, seen);
  const missing = migrations.filter((migration) => !isSeen(migration, seen.get(migration.id)));
  if (missing.length === 0) return;
  const last = Math.max(...seen.keys());
  const found = last > LOCK_ID ? `is at migration ${last}` : 'has no tables yet';
  const needed = `The database ${found}, and this build needs ${missing.at(-1)?.id}`;
  throw new SettingsError(`${needed}: start its service first, which migrates; a look does not.`);
}

const LOCK_ID = 0;

/** At most starts this look is all there is to do. */
async function readSeen(db: Db): Promise<ReadonlyMap<number, string>> {
  try {
    const rows = await db.query<{ id: number; checksum: string }>({
      name: '',
      text: 'SELECT id, checksum FROM schema_migrations',
      values: [],
    });
    return new Map(rows.map(({ id, checksum }) => [id, checksum]));
  } catch (error) {
    if (error instanceof SqlError && error.code === UNDEFINED_TABLE) return new Map();
    throw error;
  }
}

const UNDEFINED_TABLE = '42P01';

async function findSeen(on: Queryable, { id }: Migration): Promise<string | undefined> {
  const [known] = await on.query<{ checksum: string }>({
    name: '',
    text: 'SELECT checksum FROM schema_migrations WHERE id = $1',
    values: [id],
  });
  return known?.checksum;
}

/** Whether it makes indexes of what has rows. The rest takes a moment, in a new database all of it. */
async function isLong(db: Db, statements: readonly string[]): Promise<boolean> {
  if (!statements.some(isConcurrent)) return false;
  assertIndexesAlone(statements);
  const tables = await tablesIndexed(db, statements);
  // A stopped process may have dropped all that there was to drop.
  if (tables.length === 0) return true;
  for (const table of tables) {
    const rows = await run(db, `SELECT 1 AS one FROM ${table} LIMIT 1`, []);
    if (rows.length > 0) return true;
  }
  return false;
}

function isSeen(migration: Migration, checksum: string | undefined): boolean {
  if (checksum === undefined) return false;
  if (checksum === checksumOf(migration)) return true;
  throw new UnknownSchema(migration.id);
}

/** Tries again, after a pause, what gave up waiting for a lock; nothing of it has happened. */
async function passingLocks<Result>(
  wait: (milliseconds: number) => Promise<unknown>,
  attempt: () => Promise<Result>,
): Promise<Result> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (!isLocked(error) || tried === TRIES) throw error;
      await wait(PAUSE_MS);
    }
  }
}

function isLocked(error: unknown): boolean {
  return (
    error instanceof DbUnavailable &&
    error.cause instanceof SqlError &&
    error.cause.code === LOCK_NOT_AVAILABLE
  );
}

const LOCK_NOT_AVAILABLE = '55P03';

async function apply(
  tx: Queryable,
  migration: Migration,
  { statements, engine }: { statements: readonly string[]; engine: Db['engine'] },
): Promise<boolean> {
  const { id, name } = migration;
  // A row is locked, since not every engine has advisory locks.
  await run(tx, 'SELECT id FROM schema_migrations WHERE id = $1 FOR UPDATE', [LOCK_ID]);
  if (isSeen(migration, await findSeen(tx, migration))) return false;
  // Only now: another process may rightly hold the lock of migrations for minutes.
  if (engine === 'postgres') await run(tx, `SET LOCAL lock_timeout = ${LOCK_TIMEOUT_MS}`, []);
  for (const text of statements) await run(tx, text, []);
  await run(tx, 'INSERT INTO schema_migrations (id, name, checksum) VALUES ($1, $2, $3)', [
    id,
    name,
    checksumOf(migration),
  ]);
  return true;
}

async function ensureTable(db: Db): Promise<void> {
  try {
    await run(
      db,
      `CREATE TABLE IF NOT EXISTS schema_migrations (
        id integer PRIMARY KEY,
        name text NOT NULL,
        checksum text NOT NULL,
        applied_at timestamptz NOT NULL DEFAULT now()
      )`,
      [],
    );
  } catch (error) {
    if (!isSameTableAtOnce(error)) throw error;
  }
  await run(
    db,
    `INSERT INTO schema_migrations (id, name, checksum) VALUES ($1, 'lock', '')
      ON CONFLICT (id) DO NOTHING`,
    [LOCK_ID],
  );
}

// `if not exists` does not keep two sessions from both finding none: the later one then meets the
// other's table or its row type (duplicate_table, duplicate_object).
function isSameTableAtOnce(error: unknown): boolean {
  return (
    (error instanceof UniqueViolation && error.constraint.startsWith('pg_')) ||
    (error instanceof SqlError && ['42P07', '42710'].includes(error.code))
  );
}

function run(on: Queryable, text: string, values: readonly (string | number)[]) {
  return on.query({ name: '', text, values });
}

/** Of what comes of it: how an index is made may be mended, also where it was made before. */
function checksumOf({ statements }: Migration): string {
  const texts = statements.map(withoutConcurrently);
  return createHash('sha256').update(JSON.stringify(texts)).digest('hex');
}

function assertNoneBefore([first]: readonly Migration[], seen: ReadonlyMap<number, string>): void {
  const before = [...seen.keys()].filter((id) => id !== LOCK_ID && id < (first?.id ?? 0));
  if (before.length > 0) throw new UnknownSchema(Math.max(...before));
}

function assertAscending(migrations: readonly Migration[]): void {
  let last = LOCK_ID;
  for (const { id } of migrations) {
    if (!Number.isInteger(id) || id <= last) {
      throw new Error(`Migration ids ascend from 1; ${id} follows ${last}.`);
    }
    last = id;
  }
}
