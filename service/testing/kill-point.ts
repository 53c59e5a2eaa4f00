import type { Db, Transaction } from '../base/shared/db.ts';

/**
 * Where a test kills the process, written as `<moment> <statement> [n]`: the nth time that the
 * statement of this name is about to be run (`before`), has been run in a transaction that is about
 * to be committed (`written`), or has been committed (`committed`).
 */
export type KillPoint = {
  moment: 'before' | 'written' | 'committed';
  statement: string;
  nth: number;
};

/** Throws an Error of one sentence where the text is none. */
export function readKillPoint(text: string): KillPoint {
  const [, moment, statement = '', nth = '1'] =
    /^(before|written|committed) (\w+)(?: (\d+))?$/.exec(text) ?? [];
  if (moment !== 'before' && moment !== 'written' && moment !== 'committed') {
    throw new Error(`"${text}" is no point to kill at`);
  }
  return { moment, statement, nth: Number(nth) };
}

/** The same database, with `kill` called at the point that was armed last; it never comes back. */
export function withKillPoint(db: Db, kill: () => Promise<never>) {
  let armed: KillPoint | null = null;
  let left = 0;
  const reach = async (moment: KillPoint['moment'], statements: Iterable<string>) => {
    if (armed?.moment !== moment || ![...statements].includes(armed.statement)) return;
    left -= 1;
    if (left === 0) await kill();
  };
  const killable: Db = {
    engine: db.engine,
    durability: db.durability,
    isUp: () => db.isUp(),
    session: (work, options) => db.session(work, options),
    close: () => db.close(),
    ...(db.copyFiles === undefined ? {} : { copyFiles: db.copyFiles }),
    async query(statement, options) {
      await reach('before', [statement.name]);
      const rows = await db.query<never>(statement, options);
      await reach('committed', [statement.name]);
      return rows;
    },
    async transaction(work, options) {
      let names = new Set<string>();
      const result = await db.transaction(async (tx) => {
        names = new Set();
        const watched: Transaction = {
          // Commits by the end of the work: here it can be killed between the two.
          async commitWith(writes) {
            await Promise.all(writes());
          },
          async query(statement) {
            await reach('before', [statement.name]);
            names.add(statement.name);
            return tx.query(statement);
          },
        };
        const made = await work(watched);
        await reach('written', names);
        return made;
      }, options);
      await reach('committed', names);
      return result;
    },
  };
  return {
    db: killable,
    arm(point: KillPoint) {
      armed = point;
      left = point.nth;
    },
  };
}
