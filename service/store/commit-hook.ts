import type { Db, Queryable } from './db.ts';

/**
 * The same database, with `afterCommit` called once a transaction that `isConcerned` has been
 * committed: what was written in it can be seen now.
 */
export function withCommitHook(
  db: Db,
  {
    isConcerned,
    afterCommit,
  }: { isConcerned: (tx: Queryable) => boolean; afterCommit: () => void },
): Db {
  return {
    engine: db.engine,
    durability: db.durability,
    query: (statement) => db.query(statement),
    isUp: () => db.isUp(),
    close: () => db.close(),
    async transaction(work, options) {
      let last: Queryable | undefined;
      const result = await db.transaction((tx) => {
        last = tx;
        return work(tx);
      }, options);
      if (last !== undefined && isConcerned(last)) afterCommit();
      return result;
    },
  };
}
