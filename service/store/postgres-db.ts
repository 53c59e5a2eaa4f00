import pg from 'pg';
import { type RetryOptions, retryConflicts } from './conflict-retry.ts';
import { type Db, DbUnavailable, type Statement } from './db.ts';
import { type Answer, exchange, NameTaken, type Sent } from './exchange.ts';
import { JointCalls } from './joint-calls.ts';
import { SharedTurns } from './shared-turns.ts';
import { toDbError } from './sql-failure.ts';
import { decodeRows, encodeValues } from './sql-value.ts';
import { type Session, TRANSACTION_DEADLINE_MS, TransactionScope } from './transaction-scope.ts';
import { TurnQueue } from './turn-queue.ts';

export type PostgresOptions = RetryOptions & {
  maxConnections?: number;
  connectTimeoutMs?: number;
  /** The server ends a statement, or a wait for a lock, after this; the client a little later. */
  statementTimeoutMs?: number;
};

// One holds the lock and another stands at it; a third would only hold a connection.
const TURNS_AT_ONCE = 2;

/**
 * Opens a pool on a PostgreSQL server and proves that it answers. Throws `DbUnavailable` when it
 * does not, and an Error of one sentence when the server would acknowledge commits it may lose.
 */
export const openPostgresDb = async (
  databaseUrl: string,
  options: PostgresOptions = {},
): Promise<Db> => {
  const pool = new pg.Pool(poolConfig(databaseUrl, options));
  // A connection that breaks, in the pool or out of it, fails its own next statement; an `error`
  // event without a listener would end the process.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => void client.on('error', () => undefined));
  const scope = new TransactionScope();
  const turns = new SharedTurns(TURNS_AT_ONCE, TRANSACTION_DEADLINE_MS);

  const withConnection = async <Result>(
    use: (connection: Connection) => Promise<Result>,
  ): Promise<Result> => {
    const connection = new Connection(await connect(pool));
    try {
      return await use(connection);
    } finally {
      connection.release();
    }
  };
  const query = <Row>(statement: Statement): Promise<Row[]> =>
    retryConflicts(() => withConnection((connection) => connection.query<Row>(statement)), options);
  const joint = new JointCalls<Statement, never[]>(
    (statements) =>
      retryConflicts(
        () => withConnection((connection) => connection.queryAll<never>(statements)),
        options,
      ),
    turns,
  );

  try {
    const durability = await proveDurability(query);
    return {
      engine: 'postgres',
      durability,
      query: async (statement, together) => {
        scope.assertOutside();
        return await (together === undefined
          ? query<never>(statement)
          : joint.run(statement, together));
      },
      transaction: async (work, { deadlineMs = TRANSACTION_DEADLINE_MS, turnOf } = {}) => {
        scope.assertOutside();
        const attempt = () =>
          withConnection((connection) => {
            if (deadlineMs > TRANSACTION_DEADLINE_MS) connection.allow(deadlineMs);
            return scope.run(connection, work, deadlineMs);
          });
        const run = () => retryConflicts(attempt, options);
        return await (turnOf === undefined ? run() : turns.run(turnOf, run));
      },
      isUp: async () => {
        try {
          await query({ name: 'is_up', text: 'select 1', values: [] });
          return true;
        } catch {
          return false;
        }
      },
      close: () => pool.end(),
    };
  } catch (error) {
    await pool.end();
    throw error;
  }
};

const poolConfig = (databaseUrl: string, options: PostgresOptions): pg.PoolConfig => {
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
};

const connect = async (pool: pg.Pool): Promise<pg.PoolClient> => {
  try {
    return await pool.connect();
  } catch (error) {
    throw new DbUnavailable(withoutDetail(error));
  }
};

class Connection implements Session {
  readonly #client: pg.PoolClient;
  // A connection takes one exchange at a time.
  readonly #turns = new TurnQueue();
  #isUsable = true;
  #patienceMs: number | null = null;
  /** What opens a transaction and goes out with its first statement. */
  #opening: Sent[] = [];
  #hasBegun = false;

  constructor(client: pg.PoolClient) {
    this.#client = client;
  }

  /** Lets the statements of the next transaction take longer than the pool's own limits. */
  allow(milliseconds: number): void {
    this.#patienceMs = milliseconds;
  }

  async query<Row>(statement: Statement): Promise<Row[]> {
    const [rows = []] = await this.queryAll<Row>([statement]);
    return rows;
  }

  /** Outside of a transaction in one of their own: all of them, or none. */
  async queryAll<Row>(statements: readonly Statement[]): Promise<Row[][]> {
    const sent = statements.map((statement) => toSent(statement));
    const answers = await this.#send(sent, statements.map(({ name }) => name).join(', '));
    return statements.map((statement, index) => {
      const answer = answers[index];
      if (answer === undefined) throw new Error(`statement ${statement.name} was not answered`);
      return decodeRows<Row>(statement, answer);
    });
  }

  async begin(): Promise<void> {
    const limits = this.#patienceMs === null ? [] : ['statement_timeout', 'lock_timeout'];
    this.#opening = [
      plain('begin isolation level read committed'),
      ...limits.map((limit) => plain(`set local ${limit} = ${this.#patienceMs}`)),
    ];
  }

  async commit(): Promise<string> {
    // Nothing was asked in it, so it never began.
    if (this.#opening.length > 0) return 'COMMIT';
    const [answer] = await this.#send([plain('commit')], '');
    return answer?.tag ?? '';
  }

  async rollback(): Promise<void> {
    if (!this.#isUsable || this.#opening.length > 0) return;
    try {
      await this.#send([plain('rollback')], '');
    } catch {
      // Closing the connection, which is what release will do now, rolls back as well.
      this.#isUsable = false;
    }
  }

  release(): void {
    this.#client.release(!this.#isUsable);
  }

  /** Gives the answers to `statements`; an error is told of `name`. */
  async #send(statements: readonly Sent[], name: string): Promise<Answer[]> {
    try {
      return await this.#turns.run(async () => {
        const opening = this.#opening.splice(0);
        const timeoutMs = this.#patienceMs ?? undefined;
        const isInTransaction = this.#hasBegun;
        this.#hasBegun ||= opening.length > 0;
        const answers = await exchange(this.#client, [...opening, ...statements], {
          timeoutMs,
          isInTransaction,
        });
        return answers.slice(opening.length);
      });
    } catch (error) {
      throw this.#failure(error, name);
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
    return new DbUnavailable(withoutDetail(error));
  }
}

const toSent = (statement: Statement): Sent => ({
  name: statement.name,
  text: statement.text,
  values: encodeValues(statement),
});

const plain = (text: string): Sent => ({ name: '', text, values: [] });

// A driver's error may carry the query and its values, or the address with its password.
const withoutDetail = (error: unknown): Error => {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'no code';
  return new Error(`connection failed: ${code}`);
};

const proveDurability = async (query: Db['query']): Promise<Db['durability']> => {
  const [row] = await query<{ fsync: string | null; commit: string | null }>({
    name: '',
    text: `select current_setting('fsync', true) as fsync,
      current_setting('synchronous_commit', true) as commit`,
    values: [],
  });
  // Decision: such a server acknowledges payins that it forgets when it is killed.
  if (row?.commit === 'off') {
    throw new Error('DATABASE_URL leads to a server with synchronous_commit = off; turn it on.');
  }
  return row?.fsync === 'off' ? 'process-crash' : 'power-loss';
};
