/**
 * The database as the service sees it: plain SQL of the PostgreSQL dialect, two engines behind it.
 * The SQL is the contract; nothing here knows a table.
 */

export type SqlValue = string | number | bigint | boolean | Date | Uint8Array | null;

/**
 * One statement. `name` is its prepared-statement name, unique per text; an empty one is not kept,
 * which is right for statements that run once. JSON goes in as `JSON.stringify(...)` with `::jsonb`
 * in the text. Columns are listed, never `*`: a kept plan must survive an added column.
 */
export type Statement = { name: string; text: string; values: readonly SqlValue[] };

export interface Queryable {
  /**
   * Runs one statement and gives its rows. `int8` and `numeric` counts arrive as safe integers
   * (an unsafe or fractional one throws), `bytea` as Uint8Array, `timestamptz` as Date, `jsonb`
   * parsed, every other type as its text. Throws `UniqueViolation` for a violated unique key,
   * `SqlError` for any other refusal of the statement, `DbUnavailable` when the database is not
   * there or does not answer in time.
   */
  query<Row = Record<string, unknown>>(statement: Statement): Promise<Row[]>;
}

export interface Transaction extends Queryable {
  /**
   * Commits with the statements that `writes` asks for, in one round trip: each of its promises is
   * of one statement. Nothing can be asked for afterwards. Rejects, and nothing is committed, where
   * one of them fails.
   */
  commitWith(writes: () => readonly Promise<unknown>[]): Promise<void>;
}

/** `deadlineMs`: how long a transaction may stay open before it is rolled back (10 seconds). */
export type TransactionOptions = { deadlineMs?: number };

/**
 * `batchKey`: short statements of one key that many callers run at once are committed as one batch.
 */
export type QueryOptions = { batchKey: string };

export interface Db extends Queryable {
  query<Row = Record<string, unknown>>(
    statement: Statement,
    options?: QueryOptions,
  ): Promise<Row[]>;
  readonly engine: 'embedded' | 'postgres';
  /** What an acknowledged commit survives: a power loss, or only the death of the process. */
  readonly durability: 'power-loss' | 'process-crash';
  /**
   * Runs `work` in one transaction, READ COMMITTED; serialization failures and deadlocks are
   * retried from the start, so `work` must only touch `tx`: `query` or `transaction` of the same
   * database inside it may wait for ever (those of tests throw at once). A failed statement fails
   * the transaction even if `work` catches its error: to go on after a conflict, write `on conflict
   * do nothing`. After a `DbUnavailable` the outcome is unknown if the connection was lost during
   * the commit.
   */
  transaction<Result>(
    work: (tx: Transaction) => Promise<Result>,
    options?: TransactionOptions,
  ): Promise<Result>;
  /**
   * For what PostgreSQL refuses inside of a transaction: each statement is committed by itself,
   * none is tried again. `deadlineMs`: of a statement. The session is closed afterwards.
   */
  session<Result>(
    work: (session: Queryable) => Promise<Result>,
    options: { deadlineMs: number },
  ): Promise<Result>;
  /** Whether what is written is kept: writes, for real. Never throws. `onRefused`: why it is not. */
  isUp(onRefused?: (error: unknown) => void): Promise<boolean>;
  /** Whether it refused most of what was to be written lately; told of one that is watched. */
  refusesMost?(): boolean;
  /**
   * Copies the files of the database into a folder that is not there, as of one moment, while others
   * go on; the copy opens as a database. Only where no other process can read it meanwhile. Throws
   * `NoRoom` where the disk could not take it.
   */
  copyFiles?(folder: string): Promise<void>;
  /** Lets running work end, then lets go of everything. Later calls throw `DbUnavailable`. */
  close(): Promise<void>;
}

export class UniqueViolation extends Error {
  readonly constraint: string;

  constructor(constraint: string) {
    super(`unique key ${constraint} violated`);
    this.name = 'UniqueViolation';
    this.constraint = constraint;
  }
}

/**
 * The database refused a statement. `code` is the SQLSTATE, `statement` the statement's name,
 * `constraint` the violated one or null. The server's own message is left out: it quotes values.
 */
export class SqlError extends Error {
  readonly code: string;
  readonly statement: string;
  readonly constraint: string | null;

  constructor(failure: { code: string; statement: string; constraint: string | null }) {
    const where = failure.constraint === null ? '' : ` on ${failure.constraint}`;
    super(`statement ${failure.statement || '(unnamed)'} refused: ${failure.code}${where}`);
    this.name = 'SqlError';
    this.code = failure.code;
    this.statement = failure.statement;
    this.constraint = failure.constraint;
  }
}

/** It cannot be reached or written now: 503. `code`: its SQLSTATE; null for a limit of this service. */
export class DbUnavailable extends Error {
  readonly code: string | null;

  constructor(cause: unknown, code = cause instanceof SqlError ? cause.code : null) {
    super('database unavailable', { cause });
    this.name = 'DbUnavailable';
    this.code = code;
  }
}

/**
 * Connection, read only, login, database, resources, operators, files, and what the engine calls its
 * own failure: a distributed one tells of a machine that it lost like that.
 */
export const REFUSALS = /^(08|25006|28|3D|53|57P|58|XX)/;

/** By which code the database itself refuses; null for timeouts, locks and what a caller did wrong. */
export function refusalOf(error: unknown): string | null {
  const code = error instanceof DbUnavailable ? error.code : null;
  return code !== null && REFUSALS.test(code) ? code : null;
}

export class NoRoom extends Error {
  constructor() {
    super('the disk has too little room');
    this.name = 'NoRoom';
  }
}
