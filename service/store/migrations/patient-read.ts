import type { Db, Statement } from '../../base/shared/db.ts';

const DEADLINE_MS = 10 * 60_000;

/** Reads a whole table once, which takes longer than a request may. */
export function readPatiently<Row>(db: Db, statement: Statement): Promise<Row[]> {
  return db.transaction((tx) => tx.query<Row>(statement), { deadlineMs: DEADLINE_MS });
}
