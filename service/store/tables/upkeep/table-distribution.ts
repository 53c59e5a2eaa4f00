import type { Db, Queryable } from '../../../base/shared/db.ts';
import type {
  Distribution,
  PlacedTable,
  StoreNode,
  TablePlace,
} from '../../../domain/upkeep/distribution.ts';
import { ON_EVERY_MACHINE, SHARDED_TABLES } from '../../migrations/distribution.ts';
import { GLOBAL_TABLES } from '../../migrations/tables.ts';
import { run } from '../rows.ts';
import { findCluster, isNodeUp } from './nodes.ts';

/** Rows that are there are copied to their machines. */
const DEADLINE_MS = 4 * 60 * 60_000;

/** Kept, as those of a migration are, by the row that a migration locks. */
const LOCK = 'SELECT id FROM schema_migrations WHERE id = 0 FOR UPDATE';

type Declared = { name: string; column: string | null; colocation: number };

export function createDistribution(db: Db): Distribution {
  return {
    findCluster: () => findCluster(db),
    isNodeUp: (node: StoreNode) => isNodeUp(db, node),

    async findMisplaced() {
      const declared = await readDeclared(db);
      const groups = declared
        .filter(({ name }) => SHARDED_TABLES.includes(name))
        .map(({ colocation }) => colocation);
      return declared
        .filter(({ name, column, colocation }) => {
          const place = PLACES.find(([table]) => table === name)?.[1];
          if (place === 'on every machine') return column !== null;
          if (place === 'with its company') {
            return column !== 'company_id' || colocation !== groups[0];
          }
          // One that is not ours may lie anywhere.
          return place !== undefined;
        })
        .map(({ name }) => name);
    },

    declare: (afterwards) =>
      db.transaction(
        async (tx) => {
          await run(tx, LOCK);
          // Each command by one connection to a machine: the next one sees what it has made.
          await run(tx, "SET LOCAL citus.multi_shard_modify_mode = 'sequential'");
          const known = (await readDeclared(tx)).map(({ name }) => name);
          const isNew = (table: string) => !known.includes(table);
          for (const table of ON_EVERY_MACHINE.filter(isNew)) {
            await run(tx, `SELECT create_reference_table('${table}')`);
            await forgetLocal(tx, table);
          }
          let first = SHARDED_TABLES.find((table) => known.includes(table));
          for (const table of SHARDED_TABLES.filter(isNew)) {
            await run(
              tx,
              `SELECT create_distributed_table('${table}', 'company_id',
                colocate_with => '${first ?? 'none'}')`,
            );
            await forgetLocal(tx, table);
            first ??= table;
          }
          const tables = PLACES.map(
            ([table, place]): PlacedTable => ({
              table,
              place,
              isNew: place !== 'on one machine' && isNew(table),
            }),
          );
          await afterwards(tx, tables);
          return tables;
        },
        { deadlineMs: DEADLINE_MS },
      ),
  };
}

const PLACES: readonly (readonly [table: string, place: TablePlace])[] = [
  ...ON_EVERY_MACHINE.map((table) => [table, 'on every machine'] as const),
  ...SHARDED_TABLES.map((table) => [table, 'with its company'] as const),
  ...GLOBAL_TABLES.filter((table) => !ON_EVERY_MACHINE.includes(table)).map(
    (table) => [table, 'on one machine'] as const,
  ),
].sort(([one], [other]) => one.localeCompare(other));

/** Tables of this schema, not their months. */
function readDeclared(on: Queryable): Promise<Declared[]> {
  return run<Declared>(
    on,
    `SELECT c.relname::text AS name, column_to_column_name(p.logicalrelid, p.partkey) AS "column",
        p.colocationid AS colocation
      FROM pg_dist_partition p JOIN pg_class c ON c.oid = p.logicalrelid
        JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE n.nspname = current_schema() AND NOT c.relispartition ORDER BY c.relname`,
  );
}

/** The rows of before have been copied; nothing reads those any more. */
async function forgetLocal(tx: Queryable, table: string): Promise<void> {
  await run(tx, `SELECT truncate_local_data_after_distributing_table('${table}')`);
}
