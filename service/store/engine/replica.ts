import type { Db, Statement } from '../../base/shared/db.ts';

export const MAX_AGE_MS = 5_000;
const POLL_EVERY_MS = 500;
/** A replica that failed is left alone as long. */
const REST_MS = 5_000;

const WRITTEN: Statement = {
  name: 'replica_written',
  text: "SELECT pg_current_wal_lsn() - '0/0'::pg_lsn AS bytes",
  values: [],
};
/** Null where the server is no replica, or none any more: what it holds may be another history. */
const REPLAYED: Statement = {
  name: 'replica_replayed',
  text: `SELECT CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn() - '0/0'::pg_lsn END
    AS bytes`,
  values: [],
};

export type Replica = { reads: Db; close: () => Promise<void> };

/** How much of its log the primary had written at a moment. */
type Mark = { atMs: number; bytes: number };

/**
 * The database of `primary` for reads that may be a little old, lists and files: a statement by
 * itself is answered by a replica as long as it is proved that this one is at most `MAX_AGE_MS`
 * behind, and by the primary where it lags, fails, is gone or was promoted. Transactions, sessions
 * and batches are the primary's. Nothing that is decided on may be read here.
 *
 * How far the replica is behind is known by the log: at a moment the primary tells how much of it
 * is written, and once the replica has replayed as much it holds all that was committed before
 * that moment. No clock of another machine is in it.
 *
 * @param openReplica called when it is first needed, and anew after it failed
 * @param nowMs milliseconds of a clock that only goes on
 */
export function readOfReplica(
  primary: Db,
  openReplica: () => Promise<Db>,
  nowMs: () => number,
): Replica {
  let replica: Promise<Db> | null = null;
  let marks: Mark[] = [];
  /** All that was committed before this is in the replica. */
  let freshAtMs = Number.NEGATIVE_INFINITY;
  let nextPollMs = Number.NEGATIVE_INFINITY;
  let looking: Promise<void> | null = null;

  function open(): Promise<Db> {
    replica ??= openReplica().catch((error: unknown) => {
      replica = null;
      throw error;
    });
    return replica;
  }

  async function look(): Promise<void> {
    const atMs = nowMs();
    nextPollMs = atMs + POLL_EVERY_MS;
    const [written] = await primary.query<{ bytes: number }>(WRITTEN);
    const [replayed] = await (await open()).query<{ bytes: number | null }>(REPLAYED);
    if (written !== undefined) marks.push({ atMs, bytes: written.bytes });
    const reached = replayed?.bytes ?? Number.NEGATIVE_INFINITY;
    for (const mark of marks) if (mark.bytes <= reached) freshAtMs = mark.atMs;
    marks = marks.filter((mark) => mark.bytes > reached && atMs - mark.atMs <= MAX_AGE_MS);
    // One that was promoted is no longer believed, however new it was.
    if (replayed?.bytes == null) freshAtMs = Number.NEGATIVE_INFINITY;
  }

  function rest(): void {
    marks = [];
    freshAtMs = Number.NEGATIVE_INFINITY;
    nextPollMs = nowMs() + REST_MS;
  }

  /** The replica where it is new enough, else null. Never throws. */
  async function freshReplica(): Promise<Db | null> {
    if (nowMs() >= nextPollMs) {
      looking ??= look()
        .catch(rest)
        .finally(() => {
          looking = null;
        });
    }
    await looking;
    if (replica === null || nowMs() - freshAtMs > MAX_AGE_MS) return null;
    return await replica.catch(() => null);
  }

  return {
    reads: {
      ...primary,
      async query<Row>(statement: Statement, options?: { batchKey: string }): Promise<Row[]> {
        const fresh = options === undefined ? await freshReplica() : null;
        if (fresh === null) return await primary.query<Row>(statement, options);
        try {
          return await fresh.query<Row>(statement);
        } catch {
          // A replica cancels what stands in the way of its replay, and may be gone at any moment.
          rest();
          return await primary.query<Row>(statement);
        }
      },
    },
    async close() {
      await looking;
      const opened = await replica?.catch(() => null);
      await opened?.close();
    },
  };
}
