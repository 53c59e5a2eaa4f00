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
    query: (statement, options) => db.query(statement, options),
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

/**
 * The same database, with a way to put work off until a transaction of it is committed: what is
 * rolled back, or tried again, does none. Outside of a transaction the work is done at once.
 */
export function withAfterCommit(db: Db): {
  db: Db;
  afterCommit: (tx: Queryable, work: () => void) => void;
} {
  const waiting = new WeakMap<Queryable, (() => void)[]>();
  return {
    afterCommit(tx, work) {
      const works = waiting.get(tx);
      if (works === undefined) work();
      else works.push(work);
    },
    db: {
      engine: db.engine,
      durability: db.durability,
      query: (statement, options) => db.query(statement, options),
      isUp: () => db.isUp(),
      close: () => db.close(),
      async transaction(work, options) {
        let works: (() => void)[] = [];
        const result = await db.transaction((tx) => {
          works = [];
          waiting.set(tx, works);
          return work(tx);
        }, options);
        for (const one of works) one();
        return result;
      },
    },
  };
}
