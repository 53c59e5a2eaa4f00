import pg from 'pg';
import type { Db, Statement } from '../../base/shared/db.ts';
import { DbUnavailable, refusalOf } from '../../base/shared/db.ts';
import { Batcher } from './batcher.ts';
import type { RetryOptions } from './conflict-retry.ts';
import { retryConflicts } from './conflict-retry.ts';
import type { Answer, Sent } from './exchange.ts';
import { exchange, NameTaken } from './exchange.ts';
import type { Session } from './run-transaction.ts';
import { runTransaction, TRANSACTION_DEADLINE_MS } from './run-transaction.ts';
import { toDbError } from './sql-failure.ts';
import { decodeRows, encodeValues } from './sql-value.ts';
import { TurnQueue } from './turn-queue.ts';
import { GROWTH_PROBE, WRITE_PROBE } from './write-probe.ts';

export type PostgresOptions = RetryOptions & {
  maxConnections?: number;
  connectTimeoutMs?: number;
  /** The server ends a statement, or a wait for a lock, after this; the client a little later. */
  statementTimeoutMs?: number;
  elapsedMs?: () => number;
};

/** So rarely a table is made to grow; each time again, while it cannot. */
const GROW_EVERY_MS = 5_000;
/** So long no more connections are asked for than the server gave. */
const NARROW_FOR_MS = 10_000;

export const CONNECTION_FAILURE = '08006';
const TOO_MANY_CONNECTIONS = '53300';
const NONE_CAME_BACK = 'timeout exceeded when trying to connect';

/**
 * Opens a pool on a PostgreSQL server and proves that it answers. Throws `DbUnavailable` when it
 * does not, and an Error of one sentence when the server would acknowledge commits it may lose.
 */
export async function openPostgresDb(
  databaseUrl: string,
  options: PostgresOptions = {},
): Promise<Db> {
  const { elapsedMs = () => performance.now() } = options;
  const pool = new pg.Pool(poolConfig(databaseUrl, options));
  // A connection that breaks, in the pool or out of it, fails its own next statement; an `error`
  // event without a listener would end the process.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => void client.on('error', () => undefined));
  const connect = connectionsOf(pool, elapsedMs);
  let growAtMs = Number.NEGATIVE_INFINITY;

  const withConnection = async <Result>(use: (connection: Connection) => Promise<Result>) => {
    const connection = new Connection(await connect());
    try {
      return await use(connection);
    } finally {
      connection.release();
    }
  };
  const query = <Row>(statement: Statement): Promise<Row[]> =>
    retryConflicts(() => withConnection((connection) => connection.query<Row>(statement)), options);
  const batcher = new Batcher<Statement, never[]>((statements) =>
    retryConflicts(
      () => withConnection((connection) => connection.queryAll<never>(statements)),
      options,
    ),
  );

  const proveGrowth = async (): Promise<void> => {
    if (elapsedMs() < growAtMs) return;
    try {
      await withConnection(async (connection) => {
        await connection.begin();
        await connection.queryAll(GROWTH_PROBE).finally(() => connection.rollback());
      });
    } catch (error) {
      // No proof of anything: its table is not made yet, or another process has it.
      if (refusalOf(error) !== null) throw error;
    }
    growAtMs = elapsedMs() + GROW_EVERY_MS;
  };

  try {
    const durability = await proveDurability(query);
    return {
      engine: 'postgres',
      durability,
      query: async (statement, batching) => {
        return await (batching === undefined
          ? query<never>(statement)
          : batcher.run(statement, batching));
      },
      transaction: async (work, { deadlineMs = TRANSACTION_DEADLINE_MS } = {}) => {
        const attempt = () =>
          withConnection((connection) => {
            if (deadlineMs > TRANSACTION_DEADLINE_MS) connection.allow(deadlineMs);
            return runTransaction(connection, work, deadlineMs);
          });
        return await retryConflicts(attempt, options);
      },
      session: async (work, { deadlineMs }) => {
        return await withConnection(async (connection) => {
          connection.allow(deadlineMs);
          connection.beSession();
          try {
            await connection.query(plain(`SET statement_timeout = ${deadlineMs}`));
            return await work(connection);
          } finally {
            connection.discard();
          }
        });
      },
      isUp: async (onRefused) => {
        try {
          const written = await query(WRITE_PROBE);
          if (written.length === 0) throw new DbUnavailable(new Error('read only'), '25006');
          await proveGrowth();
          return true;
        } catch (error) {
          onRefused?.(error);
          return false;
        }
      },
      close: () => pool.end(),
    };
  } catch (error) {
    await pool.end();
    throw error;
  }
}

function poolConfig(databaseUrl: string, options: PostgresOptions): pg.PoolConfig {
  const statementTimeoutMs = options.statementTimeoutMs ?? 5_000;
  // The address may bring server options of its own, a schema for example; ours come on top.
  const address = new URL(databaseUrl);
  const serverOptions = [
    address.searchParams.get('options') ?? '',
    '-c TimeZone=UTC -c DateStyle=ISO',
  ];
  address.searchParams.delete('options');
  return {
    connectionString: address.href,
    application_name: 'payments',
    max: options.maxConnections ?? 10,
    connectionTimeoutMillis: options.connectTimeoutMs ?? 3_000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    statement_timeout: statementTimeoutMs,
    lock_timeout: statementTimeoutMs,
    // For a server, or a network, that no longer answers anything.
    query_timeout: statementTimeoutMs + 1_000,
    idle_in_transaction_session_timeout: TRANSACTION_DEADLINE_MS + 1_000,
    options: serverOptions.join(' ').trim(),
    // Every value as the server wrote it: what it becomes is decided once, for both engines.
    types: { getTypeParser: () => (text: string) => text },
  };
}

/**
 * Decision: where the server gives fewer connections than the pool may have, work waits for those that
 * are there; who waits in vain was refused by the server.
 */
function connectionsOf(pool: pg.Pool, elapsedMs: () => number): () => Promise<pg.PoolClient> {
  const { max } = pool.options;
  let widenAtMs = Number.NEGATIVE_INFINITY;
  return async () => {
    if (elapsedMs() >= widenAtMs) pool.options.max = max;
    for (let tried = 1; ; tried += 1) {
      try {
        return await pool.connect();
      } catch (error) {
        if (error instanceof Error && error.message === NONE_CAME_BACK) {
          throw new DbUnavailable(error, pool.options.max < max ? TOO_MANY_CONNECTIONS : null);
        }
        const failure = connectionFailure(error);
        const canWait = failure.code === TOO_MANY_CONNECTIONS && pool.totalCount > 0;
        if (!canWait || tried > max) throw failure;
        pool.options.max = pool.totalCount;
        widenAtMs = elapsedMs() + NARROW_FOR_MS;
      }
    }
  };
}

function connectionFailure(error: unknown): DbUnavailable {
  const code = error instanceof pg.DatabaseError ? error.code : undefined;
  return new DbUnavailable(withoutDetail(error), code ?? CONNECTION_FAILURE);
}

type Waiting = {
  statements: readonly Sent[];
  resolve: (answers: Answer[]) => void;
  reject: (error: Error) => void;
};

class Connection implements Session {
  readonly #client: pg.PoolClient;
  // A connection takes one exchange at a time.
  readonly #turns = new TurnQueue();
  readonly #waiting: Waiting[] = [];
  #isUsable = true;
  #patienceMs: number | null = null;
  /** It goes out with the first statement of its transaction. */
  #opening: Sent[] = [];
  #hasBegun = false;
  #isSession = false;

  constructor(client: pg.PoolClient) {
    this.#client = client;
  }

  /** Lets the statements of the next transaction take longer than the pool's own limits. */
  allow(milliseconds: number): void {
    this.#patienceMs = milliseconds;
  }

  /** Each statement is sent by itself, as PostgreSQL wants some. */
  beSession(): void {
    this.#isSession = true;
  }

  async query<Row>(statement: Statement): Promise<Row[]> {
    const [rows = []] = await this.queryAll<Row>([statement]);
    return rows;
  }

  /** Outside of a transaction in one of their own: all of them, or none. */
  async queryAll<Row>(statements: readonly Statement[]): Promise<Row[][]> {
    const sent = statements.map((statement) => toSent(statement));
    const answers = await this.#send(sent);
    return statements.map((statement, index) => {
      const answer = answers[index];
      if (answer === undefined) throw new Error(`statement ${statement.name} was not answered`);
      return decodeRows<Row>(statement, answer);
    });
  }

  async begin(): Promise<void> {
    const limits = this.#patienceMs === null ? [] : ['statement_timeout', 'lock_timeout'];
    this.#opening = [
      plain('BEGIN ISOLATION LEVEL READ COMMITTED'),
      ...limits.map((limit) => plain(`SET LOCAL ${limit} = ${this.#patienceMs}`)),
    ];
  }

  async commit(): Promise<string> {
    // Nothing was asked in it, so it never began.
    if (this.#opening.length > 0 && this.#waiting.length === 0) return 'COMMIT';
    const [answer] = await this.#send([plain('COMMIT')]);
    return answer?.tag ?? '';
  }

  async rollback(): Promise<void> {
    if (!this.#isUsable || this.#opening.length > 0) return;
    try {
      await this.#send([plain('ROLLBACK')]);
    } catch {
      // Closing the connection, which is what release will do now, rolls back as well.
      this.#isUsable = false;
    }
  }

  /** Is closed when it is released: its settings and locks are no other caller's. */
  discard(): void {
    this.#isUsable = false;
  }

  release(): void {
    this.#client.release(!this.#isUsable);
  }

  /** Gives the answers to `statements`. What is asked for while others wait to be sent goes with them. */
  #send(statements: readonly Sent[]): Promise<Answer[]> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ statements, resolve, reject });
      if (this.#waiting.length === 1) void this.#turns.run(() => this.#sendWaiting());
    });
  }

  async #sendWaiting(): Promise<void> {
    const waiting = this.#waiting.splice(0);
    const opening = this.#opening.splice(0);
    const sent = [...opening, ...waiting.flatMap(({ statements }) => statements)];
    const isInTransaction = this.#hasBegun;
    this.#hasBegun ||= opening.length > 0;
    const timeoutMs = this.#patienceMs ?? undefined;
    // A transaction that has failed takes nothing but its rollback, and what is refused in a
    // transaction is refused with another statement before it.
    const isAsGiven = isInTransaction || this.#isSession;
    const { answers, error } = await exchange(this.#client, sent, { timeoutMs, isAsGiven });
    if (error !== null) {
      const failure = this.#failure(error, sent[answers.length]?.name ?? '');
      for (const { reject } of waiting) reject(failure);
      return;
    }
    let next = opening.length;
    for (const { statements, resolve } of waiting) {
      resolve(answers.slice(next, next + statements.length));
      next += statements.length;
    }
  }

  #failure(error: unknown, statement: string): Error {
    if (error instanceof pg.DatabaseError && error.code !== undefined) {
      if (error.severity === 'FATAL' || error.severity === 'PANIC') this.#isUsable = false;
      return toDbError({ code: error.code, constraint: error.constraint ?? null, statement });
    }
    if (error instanceof NameTaken) return error;
    // Not an answer of the server: the connection broke, or nothing came in time.
    this.#isUsable = false;
    return connectionFailure(error);
  }
}

function toSent(statement: Statement): Sent {
  return { name: statement.name, text: statement.text, values: encodeValues(statement) };
}

function plain(text: string): Sent {
  return { name: '', text, values: [] };
}

// A driver's error may carry the query and its values, or the address with its password.
function withoutDetail(error: unknown): Error {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'no code';
  return new Error(`connection failed: ${code}`);
}

async function proveDurability(query: Db['query']): Promise<Db['durability']> {
  const [row] = await query<{ fsync: string | null; commit: string | null }>({
    name: '',
    text: `SELECT current_setting('fsync', true) AS fsync,
      current_setting('synchronous_commit', true) AS commit`,
    values: [],
  });
  // Decision: such a server acknowledges payins that it forgets when it is killed.
  if (row?.commit === 'off') {
    throw new Error('DATABASE_URL leads to a server with synchronous_commit = off; turn it on.');
  }
  return row?.fsync === 'off' ? 'process-crash' : 'power-loss';
}
