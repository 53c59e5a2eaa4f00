/**
 * The database as the service sees it: plain SQL of the PostgreSQL dialect, two engines behind it.
 * The SQL is the contract; nothing here knows a table.
 */

export type SqlValue = string | number | bigint | boolean | Date | Uint8Array | null;

/**
 * One statement. `name` is its prepared-statement name, unique per text. JSON goes in as
 * `JSON.stringify(...)` with `::jsonb` in the text.
 */
export type Statement = { name: string; text: string; values: readonly SqlValue[] };

export interface Queryable {
  /**
   * Runs one statement and gives its rows. `int8` and `numeric` counts arrive as safe integers
   * (an unsafe one throws), `bytea` as Uint8Array, `timestamptz` as Date, `jsonb` parsed.
   * A violated unique key throws `UniqueViolation`.
   */
  query<Row = Record<string, unknown>>(statement: Statement): Promise<Row[]>;
}

export interface Db extends Queryable {
  readonly engine: 'embedded' | 'postgres';
  /** What an acknowledged commit survives: a power loss, or only the death of the process. */
  readonly durability: 'power-loss' | 'process-crash';
  /**
   * Runs `work` in one transaction, READ COMMITTED; serialization failures and deadlocks are
   * retried from the start, so `work` must only touch `tx`. Never call `query` inside it.
   */
  transaction<Result>(work: (tx: Queryable) => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}

/** A unique key was violated; `constraint` is its name. */
export class UniqueViolation extends Error {
  readonly constraint: string;

  constructor(constraint: string) {
    super(`unique key ${constraint} violated`);
    this.name = 'UniqueViolation';
    this.constraint = constraint;
  }
}

/** The database cannot be reached or written now; the caller answers 503. */
export class DbUnavailable extends Error {
  constructor(cause: unknown) {
    super('database unavailable', { cause });
    this.name = 'DbUnavailable';
  }
}
