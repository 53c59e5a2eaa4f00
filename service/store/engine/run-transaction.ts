import type { Queryable, Statement, Transaction } from '../../base/shared/db.ts';
import { DbUnavailable } from '../../base/shared/db.ts';

/** One connection for the time of one transaction. `commit` gives the server's command tag. */
export interface Session extends Queryable {
  begin(): Promise<void>;
  commit(): Promise<string>;
  rollback(): Promise<void>;
}

type Running = { open: boolean; failure: { error: unknown } | null };

export const TRANSACTION_DEADLINE_MS = 10_000;

/**
 * The rules of `Db.transaction`, the same for both engines. Decision: that `work` calls nothing but its
 * `tx` is found by tests alone, since following every promise costs a payment a tenth of its time.
 */
export async function runTransaction<Result>(
  session: Session,
  work: (tx: Transaction) => Promise<Result>,
  deadlineMs: number,
): Promise<Result> {
  const running: Running = { open: true, failure: null };
  try {
    await session.begin();
    const result = await withDeadline(work(transactionOf(session, running)), deadlineMs);
    if (running.failure !== null) throw running.failure.error;
    if (running.open) await commit(session, running, []);
    return result;
  } catch (error) {
    running.open = false;
    // After a commit that went through this changes nothing.
    await session.rollback();
    throw error;
  }
}

function transactionOf(session: Session, running: Running): Transaction {
  return {
    commitWith: async (writes) => {
      if (!running.open) throw new Error('a commit after its transaction');
      if (running.failure !== null) throw running.failure.error;
      await commit(session, running, writes());
    },
    query: async <Row>(statement: Statement): Promise<Row[]> => {
      if (!running.open) throw new Error(`statement ${statement.name} after its transaction`);
      if (running.failure !== null) throw running.failure.error;
      try {
        return await session.query<Row>(statement);
      } catch (error) {
        running.failure ??= { error };
        throw error;
      }
    },
  };
}

/** `COMMIT` goes out behind the statements that wait to be sent; it is not run where one fails. */
async function commit(session: Session, running: Running, writes: readonly Promise<unknown>[]) {
  running.open = false;
  const [tag] = await Promise.all([session.commit(), ...writes]);
  if (tag !== 'COMMIT') throw new Error(`a commit was answered by ${tag}`);
}

// Work that waits for something else than its statements would hold the only connection of the
// embedded engine, and with it the whole service.
async function withDeadline<Result>(work: Promise<Result>, deadlineMs: number): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      reject(new DbUnavailable(new Error(`transaction open for ${deadlineMs} ms`)));
    }, deadlineMs);
  });
  try {
    return await Promise.race([work, deadline]);
  } finally {
    clearTimeout(timer);
  }
}
