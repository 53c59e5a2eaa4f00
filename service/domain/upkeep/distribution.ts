import { ApiError } from '../../base/shared/api-error.ts';
import type { Queryable } from '../../base/shared/db.ts';

export type StoreNode = { host: string; port: number };

export type TablePlace = 'with its company' | 'on every machine' | 'on one machine';

export type PlacedTable = { table: string; place: TablePlace; isNew: boolean };

export interface Distribution {
  findCluster(): Promise<{ isCoordinator: boolean; workers: readonly StoreNode[] } | null>;
  /** Whether a machine answers and keeps what is written. Never throws. */
  isNodeUp(node: StoreNode): Promise<boolean>;
  findMisplaced(): Promise<readonly string[]>;
  /** What is not declared yet, in one transaction that ends with `afterwards`. Gives all tables. */
  declare(
    afterwards: (tx: Queryable, tables: readonly PlacedTable[]) => Promise<void>,
  ): Promise<readonly PlacedTable[]>;
}

/**
 * A company's rows on one machine, what requests of every company read on all; what was declared
 * before stays. 409 where the engine spreads nothing, or its machines are not as they have to be.
 */
export async function distributeTables(
  distribution: Distribution,
  afterwards: (tx: Queryable, tables: readonly PlacedTable[]) => Promise<void>,
): Promise<readonly PlacedTable[]> {
  const cluster = await distribution.findCluster();
  if (cluster === null) {
    throw refusal('The database is not one of Citus: it has no extension of that name.');
  }
  if (!cluster.isCoordinator) {
    throw refusal('The database is a worker: tables are declared on the coordinator.');
  }
  const { workers } = cluster;
  if (workers.length === 0) {
    throw refusal('The coordinator has no workers: add each with citus_add_node() first.');
  }
  const answers = await Promise.all(workers.map((node) => distribution.isNodeUp(node)));
  const silent = workers.filter((_node, index) => !answers[index]);
  if (silent.length > 0) {
    const names = silent.map(({ host, port }) => `${host}:${port}`).join(', ');
    throw refusal(`These workers do not answer, and nothing was changed: ${names}.`);
  }
  const misplaced = await distribution.findMisplaced();
  if (misplaced.length > 0) {
    throw refusal(
      `These tables were declared otherwise, and nothing was changed: ${misplaced.join(', ')}.`,
    );
  }
  return await distribution.declare(afterwards);
}

function refusal(sentence: string): ApiError {
  return new ApiError('ILLEGAL_TRANSITION', sentence);
}
