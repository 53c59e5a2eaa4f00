import type { Db, Queryable, Transaction } from '../base/shared/db.ts';

/** What a call took of the database. `bytes`: of the row versions that it left there. */
export type Cost = { statements: number; rowsRead: number; rowsWritten: number; bytes: number };

type Counters = { name: string; isTable: boolean; read: number; written: number };

/** All there is of one schema, as the engine counts it for a transaction that is open. */
const COUNTERS = `SELECT relname AS name, relkind = 'r' AS "isTable",
    pg_stat_get_xact_tuples_returned(oid) AS read,
    pg_stat_get_xact_tuples_inserted(oid) + pg_stat_get_xact_tuples_updated(oid)
      + pg_stat_get_xact_tuples_deleted(oid) AS written
  FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'i')`;

/**
 * The same database, with each of its statements in a transaction whose work can be counted: rows of
 * tables that were looked through, entries of indexes that were found, and what was written.
 */
export function countedDb(db: Db) {
  let costs: { names: Set<string>; cost: Cost }[] | null = null;

  async function counted<Result>(tx: Transaction, work: (tx: Transaction) => Promise<Result>) {
    if (costs === null) return work(tx);
    const names = new Set<string>();
    const cost = { statements: 0, rowsRead: 0, rowsWritten: 0, bytes: 0 };
    costs.push({ names, cost });
    const before = await readCounters(tx);
    const result = await work({
      // Commits by the end of the work, after what was written is counted.
      async commitWith(writes) {
        await Promise.all(writes());
      },
      query(statement) {
        names.add(statement.name);
        cost.statements += 1;
        return tx.query(statement);
      },
    });
    for (const [name, after] of await readCounters(tx)) {
      const { read = 0, written = 0 } = before.get(name) ?? {};
      cost.rowsRead += after.read - read;
      cost.rowsWritten += after.written - written;
      if (after.written > written && after.isTable) cost.bytes += await bytesOf(tx, name);
    }
    return result;
  }

  const whole: Db = {
    ...db,
    query: (statement) => db.transaction((tx) => counted(tx, (one) => one.query<never>(statement))),
    transaction: (work, options) => db.transaction((tx) => counted(tx, work), options),
  };
  return {
    db: whole,
    /** What `call` takes, without the transactions that have a statement of these names. */
    async costOf(call: () => Promise<unknown>, without: readonly string[] = []): Promise<Cost> {
      const counting: typeof costs = [];
      costs = counting;
      try {
        await call();
      } finally {
        costs = null;
      }
      const own = counting.filter(({ names }) => !without.some((name) => names.has(name)));
      return own.reduce((sum, { cost }) => add(sum, cost), {
        statements: 0,
        rowsRead: 0,
        rowsWritten: 0,
        bytes: 0,
      });
    },
  };
}

async function readCounters(tx: Queryable): Promise<Map<string, Counters>> {
  const rows = await tx.query<Counters>({ name: '', text: COUNTERS, values: [] });
  return new Map(rows.map((row) => [row.name, row]));
}

async function bytesOf(tx: Queryable, table: string): Promise<number> {
  const [row] = await tx.query<{ bytes: number }>({
    name: '',
    text: `SELECT coalesce(sum(pg_column_size(t.*)), 0)::bigint AS bytes FROM ${table} t
      WHERE t.xmin = pg_current_xact_id()::xid`,
    values: [],
  });
  return row?.bytes ?? 0;
}

function add(one: Cost, other: Cost): Cost {
  return {
    statements: one.statements + other.statements,
    rowsRead: one.rowsRead + other.rowsRead,
    rowsWritten: one.rowsWritten + other.rowsWritten,
    bytes: one.bytes + other.bytes,
  };
}
