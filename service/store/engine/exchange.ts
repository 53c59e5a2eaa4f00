import type pg from 'pg';

export type Sent = { name: string; text: string; values: (string | null)[] };

/** `tag` is the server's own word for what came of it, such as `INSERT 0 1`. */
export type Answer = { columns: readonly Column[]; rows: (string | null)[][]; tag: string };

type Column = { name: string; dataTypeID: number };

/** `columns`: null until they were told. */
type Prepared = { text: string; columns: readonly Column[] | null };

const preparedOn = new WeakMap<pg.Connection, Map<string, Prepared>>();

/**
 * A kept plan that was made for an empty table may read all of it for one row, and a server without
 * statistics of a new table does not make it anew by itself for a minute: plans are forgotten
 * whenever twice as many exchanges have gone over a connection.
 */
const FIRST_REPLAN_AFTER = 100;
const FORGET_PLANS: Sent = { name: '', text: 'discard plans', values: [] };

const replanningOf = new WeakMap<pg.PoolClient, { exchanges: number; next: number }>();

/**
 * Sends statements in one go and gives their answers. Outside of a transaction they are one of their
 * own: all are committed together, or the first that fails takes back the others. `error` is the
 * driver's error of that one, and `answers` are those to the statements before it.
 * `isAsGiven`: nothing of our own goes with them.
 * Source: PostgreSQL, "Extended Query": an implicit transaction lasts until Sync.
 */
export function exchange(
  client: pg.PoolClient,
  statements: readonly Sent[],
  { timeoutMs, isAsGiven }: { timeoutMs: number | undefined; isAsGiven: boolean },
): Promise<{ answers: Answer[]; error: Error | null }> {
  const first = !isAsGiven && isTimeToReplan(client) ? [FORGET_PLANS] : [];
  return new Promise((resolve) => {
    const callback = (error: Error | null, answers: Answer[] = []) =>
      resolve({ answers: answers.slice(first.length), error });
    client.query(new Exchange([...first, ...statements], callback, timeoutMs));
  });
}

function isTimeToReplan(client: pg.PoolClient): boolean {
  const replanning = replanningOf.get(client) ?? { exchanges: 0, next: FIRST_REPLAN_AFTER };
  replanningOf.set(client, replanning);
  replanning.exchanges += 1;
  if (replanning.exchanges < replanning.next) return false;
  replanning.next *= 2;
  return true;
}

/** A name stands for one text, or a connection would run what it prepared under it before. */
export class NameTaken extends Error {
  constructor(name: string) {
    super(`two statements have the name ${name}`);
    this.name = 'NameTaken';
  }
}

/** Spoken to by the driver's client, as its cursors and streams are. */
class Exchange implements pg.Submittable {
  callback: (error: Error | null, answers?: Answer[]) => void;
  /** In place of the connection's own limit; read by the client. */
  readonly query_timeout: number | undefined;
  readonly #statements: readonly Sent[];
  readonly #answers: Answer[] = [];
  /** Named ones that this exchange prepares, while the server has not said that it did. */
  readonly #unprepared: Sent[] = [];
  #connection: pg.Connection | null = null;
  #rows: (string | null)[][] = [];
  #columns: readonly Column[] | null = null;

  constructor(
    statements: readonly Sent[],
    callback: Exchange['callback'],
    timeoutMs: number | undefined,
  ) {
    this.#statements = statements;
    this.callback = callback;
    this.query_timeout = timeoutMs;
  }

  submit(connection: pg.Connection): Error | null {
    const prepared = preparedOf(connection);
    const wrong = this.#statements.find(
      ({ name, text }) => name !== '' && (prepared.get(name)?.text ?? text) !== text,
    );
    if (wrong !== undefined) return new NameTaken(wrong.name);
    this.#connection = connection;
    connection.on('parseComplete', this.#onPrepared);
    connection.stream.cork();
    for (const statement of this.#statements) this.#send(statement, connection, prepared);
    connection.sync();
    connection.stream.uncork();
    return null;
  }

  #send(statement: Sent, connection: pg.Connection, prepared: Map<string, Prepared>): void {
    const { name, text, values } = statement;
    const isPrepared = prepared.has(name) || this.#unprepared.some((one) => one.name === name);
    if (name === '' || !isPrepared) {
      connection.parse({ name, text, types: [] }, true);
      this.#unprepared.push(statement);
    }
    connection.bind({ statement: name, values }, true);
    if (prepared.get(name)?.columns == null) connection.describe({ type: 'P' }, true);
    connection.execute({}, true);
  }

  readonly #onPrepared = () => {
    const statement = this.#unprepared.shift();
    if (statement === undefined || statement.name === '' || this.#connection === null) return;
    const { name, text } = statement;
    preparedOf(this.#connection).set(name, { text, columns: null });
  };

  handleRowDescription({ fields }: { fields: Column[] }): void {
    this.#columns = fields.map(({ name, dataTypeID }) => ({ name, dataTypeID }));
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    this.#rows.push(fields);
  }

  handleCommandComplete({ text: tag }: { text: string }): void {
    const name = this.#statements[this.#answers.length]?.name ?? '';
    const prepared =
      this.#connection === null || name === '' ? undefined : preparedOf(this.#connection).get(name);
    const columns = prepared?.columns ?? this.#columns ?? [];
    if (prepared !== undefined) prepared.columns = columns;
    this.#answers.push({ columns, rows: this.#rows, tag });
    this.#rows = [];
    this.#columns = null;
  }

  handleReadyForQuery(): void {
    this.#end(null);
  }

  handleError(error: Error): void {
    this.#end(error);
  }

  handleEmptyQuery(): void {
    this.handleCommandComplete({ text: '' });
  }

  // None of these is ever asked for.
  handlePortalSuspended(): void {}
  handleCopyInResponse(): void {}
  handleCopyData(): void {}

  #end(error: Error | null): void {
    this.#connection?.off('parseComplete', this.#onPrepared);
    this.callback(error, this.#answers);
  }
}

function preparedOf(connection: pg.Connection): Map<string, Prepared> {
  const known = preparedOn.get(connection);
  if (known !== undefined) return known;
  const made = new Map<string, Prepared>();
  preparedOn.set(connection, made);
  return made;
}
