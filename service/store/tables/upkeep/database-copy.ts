import type { Db, Queryable } from '../../../base/shared/db.ts';
import type { DatabaseCopies } from '../../../domain/upkeep/database-copy.ts';
import { run } from '../rows.ts';
import type { ArchiveTable } from './archive-months.ts';
import { ARCHIVES, ensureMonth, isArchive } from './archive-months.ts';

/** Of the database itself, of the moment, or nothing that may be kept. */
export const NOT_COPIED = ['schema_migrations', 'rate_limits', 'cvvs', 'write_probe'];

/** An empty database may have been told what it refused. */
const MAY_BE_FILLED = 'audit_entries';

const BATCH = 500;
/** A big database takes its time. Where there is one connection, `copyFiles` keeps others from waiting. */
const DEADLINE_MS = 4 * 60 * 60_000;

export function createDatabaseCopies(db: Db): DatabaseCopies {
  const tables = async (on: Queryable = db): Promise<string[]> => {
    const rows = await run<{ name: string }>(
      on,
      `SELECT c.relname::text AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
        WHERE n.nspname = current_schema() AND c.relkind IN ('r', 'p') AND NOT c.relispartition
        ORDER BY c.relname`,
    );
    return rows.map(({ name }) => name).filter((name) => !NOT_COPIED.includes(name));
  };

  return {
    tables: () => tables(),

    async migrationLevel() {
      const [row] = await run<{ id: number }>(db, 'SELECT max(id) AS id FROM schema_migrations');
      return row?.id ?? 0;
    },

    async firstFilledTable(tx = db) {
      for (const table of await tables(tx)) {
        if (table === MAY_BE_FILLED) continue;
        const rows = await run(tx, `SELECT 1 AS one FROM ${quoted(table)} LIMIT 1`);
        if (rows.length > 0) return table;
      }
      return null;
    },

    async copyTo(target) {
      await db.transaction(
        async (tx) => {
          await run(tx, 'SET TRANSACTION ISOLATION LEVEL REPEATABLE READ');
          const names = await tables(tx);
          const counts: Record<string, number> = {};
          for (const table of names) {
            const [row] = await run<{ count: number }>(
              tx,
              `SELECT count(*) AS count FROM ${quoted(table)}`,
            );
            counts[table] = row?.count ?? 0;
          }
          await target.begin(counts);
          for (const table of names) await copyTable(tx, table, target.write);
        },
        { deadlineMs: DEADLINE_MS },
      );
    },

    async fillFrom(source, { beforehand, afterwards }) {
      await db.transaction(
        async (tx) => {
          await beforehand(tx);
          for await (const { table, rows } of source()) {
            const name = quoted(table);
            if (isArchive(table)) await ensureMonths(tx, table, rows);
            await run(
              tx,
              `INSERT INTO ${name} SELECT * FROM json_populate_recordset(NULL::${name}, $1::json)`,
              [`[${rows.join(',')}]`],
            );
          }
          await afterwards(tx);
        },
        { deadlineMs: DEADLINE_MS },
      );
    },
  };
}

async function copyTable(
  tx: Queryable,
  table: string,
  write: (copied: { table: string; rows: readonly string[] }) => Promise<void>,
): Promise<void> {
  const name = quoted(table);
  await run(
    tx,
    `DECLARE copied NO SCROLL CURSOR FOR SELECT row_to_json(t)::text AS line FROM ${name} t`,
  );
  for (;;) {
    const rows = await run<{ line: string }>(tx, `FETCH ${BATCH} FROM copied`);
    if (rows.length === 0) break;
    await write({ table, rows: rows.map(({ line }) => line) });
  }
  await run(tx, 'CLOSE copied');
}

/** Those of the rows, each the text of a JSON object. */
async function ensureMonths(tx: Queryable, table: ArchiveTable, rows: readonly string[]) {
  const months = await run<{ start: Date }>(
    tx,
    `SELECT DISTINCT date_trunc('month', (copied ->> $2)::timestamptz AT TIME ZONE 'UTC')
        AT TIME ZONE 'UTC' AS start FROM json_array_elements($1::json) copied`,
    [`[${rows.join(',')}]`, ARCHIVES[table]],
  );
  for (const { start } of months) await ensureMonth(tx, table, start);
}

/** Every table of ours has such a name; whatever else is given is no table. */
function quoted(table: string): string {
  if (!/^[a-z_]{1,60}$/.test(table)) throw new Error('a table has a name that none has');
  return `"${table}"`;
}
