import type { Db, Queryable, Transaction } from '../base/shared/db.ts';
import { DbUnavailable } from '../base/shared/db.ts';

/**
 * A database as a process has it that dies: after some more statements, nothing that it asks for is
 * done, and what was under way in a transaction never was. It outlives being closed, for the next
 * process.
 */
export function mortalDb(kept: Db) {
  let left = Number.POSITIVE_INFINITY;
  const dead = () => new DbUnavailable(new Error('the process has died'));
  const step = (): boolean => {
    left -= 1;
    return left >= 0;
  };
  /** What is committed in one round trip has left as a whole, or not at all. */
  const mortalTransaction = (tx: Transaction): Transaction => {
    let isLeaving = false;
    return {
      query: (statement) => (isLeaving || step() ? tx.query(statement) : Promise.reject(dead())),
      async commitWith(writes) {
        if (!step()) throw dead();
        isLeaving = true;
        await tx.commitWith(writes);
      },
    };
  };
  const stepped =
    (asked: Queryable): Queryable['query'] =>
    (statement) =>
      step() ? asked.query(statement) : Promise.reject(dead());
  const done = <Result>(result: Result): Result => {
    if (!step()) throw dead();
    return result;
  };
  const db: Db = {
    ...kept,
    query: (statement, options) =>
      step() ? kept.query(statement, options) : Promise.reject(dead()),
    transaction: async (work, options) =>
      done(await kept.transaction(async (tx) => done(await work(mortalTransaction(tx))), options)),
    session: (work, options) => kept.session((open) => work({ query: stepped(open) }), options),
    isUp: async () => left > 0 && (await kept.isUp()),
    close: async () => undefined,
  };
  return {
    db,
    dieAfter: (statements: number) => {
      left = statements;
    },
  };
}
