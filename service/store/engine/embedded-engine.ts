import type { PGlite } from '@electric-sql/pglite';
import { messages, protocol } from '@electric-sql/pglite';
import type { Statement } from '../../base/shared/db.ts';
import { DbUnavailable } from '../../base/shared/db.ts';
import { toDbError } from './sql-failure.ts';
import type { ResultTable } from './sql-value.ts';
import { decodeRows, encodeValues } from './sql-value.ts';
import { TurnQueue } from './turn-queue.ts';

const { serialize } = protocol;
type Answer = Awaited<ReturnType<PGlite['execProtocolStream']>>;
type Columns = ResultTable['columns'];
/** Its columns are asked for once: they are half of an answer. */
type Prepared = { text: string; columns: Columns };

/**
 * A plan is kept for as long as the engine runs, and one that was made for an empty table may read
 * all of it for one row. Nothing else tells the engine that tables have grown, since it has no
 * autovacuum: plans are made anew whenever twice as many statements have run.
 */
const FIRST_REPLAN_AFTER_RUNS = 1_000;

const EXECUTE = serialize.execute({});
const SYNC = serialize.sync();
function toPrepare(name: string, text: string): Uint8Array {
  return Buffer.concat([serialize.parse({ name, text }), serialize.describe({ type: 'S', name })]);
}

/**
 * PGlite spoken to in its wire protocol: named prepared statements, one message batch a statement.
 * PGlite's own `query` parses the text each time and takes two to four times as long.
 */
export class EmbeddedEngine {
  readonly #pglite: PGlite;
  readonly #onBroken: (code: string | null) => void;
  readonly #prepared = new Map<string, Prepared>();
  // PGlite keeps the answer of the running call in one field, so calls must not overlap.
  readonly #turns = new TurnQueue();
  #fault: unknown = null;
  #runs = 0;
  #isInTransaction = false;
  #replanAfterRuns = FIRST_REPLAN_AFTER_RUNS;

  constructor(pglite: PGlite, onBroken: (code: string | null) => void) {
    this.#pglite = pglite;
    this.#onBroken = onBroken;
  }

  get isBroken(): boolean {
    return this.#fault !== null;
  }

  async query<Row>(statement: Statement): Promise<Row[]> {
    const { name, text } = statement;
    const values = encodeValues(statement);
    return await this.#turns.run(async () => {
      const prepared = name === '' ? undefined : this.#prepared.get(name);
      if (prepared !== undefined && prepared.text !== text) {
        throw new Error(`two statements have the name ${name}`);
      }
      await this.#replanNowAndThen();
      const answer = await this.#exchange([
        ...(prepared === undefined ? [toPrepare(name, text)] : []),
        serialize.bind({ statement: name, values }),
        EXECUTE,
        SYNC,
      ]);
      const columns = prepared?.columns ?? columnsIn(answer);
      if (name !== '' && columns !== null) this.#prepared.set(name, { text, columns });
      throwFailure(answer, name);
      return decodeRows<Row>(statement, { columns: columns ?? [], rows: rowsIn(answer) });
    });
  }

  async #replanNowAndThen(): Promise<void> {
    this.#runs += 1;
    // As the first of a transaction it would take its snapshot, and with it the choice of isolation.
    if (this.#runs < this.#replanAfterRuns || this.#isInTransaction) return;
    this.#replanAfterRuns *= 2;
    await this.#exchange([serialize.query('discard plans')]);
  }

  /** Runs a text without values and gives its command tag. */
  async command(text: string): Promise<string> {
    return await this.#turns.run(async () => {
      const answer = await this.#exchange([serialize.query(text)]);
      throwFailure(answer, text);
      return (
        answer.find((message) => message instanceof messages.CommandCompleteMessage)?.text ?? ''
      );
    });
  }

  /** Forgets every prepared statement, for a caller that drops the tables they were planned on. */
  async forgetStatements(): Promise<void> {
    await this.command('deallocate all');
    this.#prepared.clear();
  }

  async close(): Promise<void> {
    await this.#turns.run(async () => {
      // After a panic the engine would spin for ever on any further message, a farewell included.
      if (this.#fault === null) {
        this.#fault = new Error('the database is closed');
        await keepExitCode(() => this.#pglite.close());
      }
    });
  }

  async #exchange(batch: readonly Uint8Array[]): Promise<Answer> {
    if (this.#fault !== null) throw new DbUnavailable(this.#fault);
    let code: string | null = null;
    try {
      const answer = await this.#pglite.execProtocolStream(Buffer.concat(batch), {
        syncToFs: false,
        throwOnError: false,
      });
      const ready = answer.find((message) => message instanceof messages.ReadyForQueryMessage);
      this.#isInTransaction = ready !== undefined && ready.status !== 'I';
      const end = answer.find(isEnd);
      if (end !== undefined) {
        code = end.code ?? null;
        this.#fault = new Error(`the engine stopped: ${code}`);
      } else if (answer.at(-1)?.name !== 'readyForQuery')
        this.#fault = new Error('the engine fell silent');
      if (this.#fault === null) return answer;
    } catch (error) {
      this.#fault = error;
    }
    this.#onBroken(code);
    throw new DbUnavailable(this.#fault);
  }
}

// An embedded server that ends its only session ends itself.
function isEnd(message: Answer[number]): message is messages.DatabaseError {
  return (
    message instanceof messages.DatabaseError &&
    (message.severity === 'PANIC' || message.severity === 'FATAL')
  );
}

function throwFailure(answer: Answer, statement: string): void {
  const error = answer.find((message) => message instanceof messages.DatabaseError);
  if (error === undefined) return;
  throw toDbError({ code: error.code ?? 'XX000', constraint: error.constraint ?? null, statement });
}

/** The columns of a described statement, none where it has no rows; null where it was not described. */
function columnsIn(answer: Answer): Columns | null {
  const described = answer.find((message) => message instanceof messages.RowDescriptionMessage);
  if (described !== undefined) return described.fields;
  return answer.some((message) => message.name === 'noData') ? [] : null;
}

function rowsIn(answer: Answer) {
  return answer
    .filter((message) => message instanceof messages.DataRowMessage)
    .map((message) => message.fields);
}

// PGlite's runtime writes its own exit status over the process's.
export async function keepExitCode<Result>(act: () => Promise<Result>): Promise<Result> {
  const exitCode = process.exitCode;
  try {
    return await act();
  } finally {
    process.exitCode = exitCode;
  }
}
