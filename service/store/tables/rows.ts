import type { Queryable, SqlValue, Statement } from '../../base/shared/db.ts';
import type { Asking } from './sql.ts';
import { sql } from './sql.ts';

/** Asked by a statement, or by the name of one whose text follows: countOf(on, 'name')`
  SELECT ...`. */
export type Question<Answer> = {
  (on: Queryable, statement: Statement): Promise<Answer>;
  (on: Queryable, name: string, ...first: readonly SqlValue[]): Asking<Promise<Answer>>;
};

export function question<Answer, Row = object>(
  toAnswer: (rows: Row[]) => Answer,
): Question<Answer> {
  const run = async (on: Queryable, statement: Statement) =>
    toAnswer(await on.query<Row>(statement));
  function ask(on: Queryable, statement: Statement): Promise<Answer>;
  function ask(on: Queryable, name: string, ...first: SqlValue[]): Asking<Promise<Answer>>;
  function ask(on: Queryable, asked: Statement | string, ...first: SqlValue[]) {
    if (typeof asked !== 'string') return run(on, asked);
    const asking: Asking<Promise<Answer>> = (...text) => run(on, sql(asked, ...first)(...text));
    return asking;
  }
  return ask;
}

export const hasRows = question((rows) => rows.length > 0);

/** The number that a statement tells as `count`. */
export const countOf = question<number, { count: number }>(([row]) => row?.count ?? 0);

export const execute = question<void>(() => undefined);

/** The row that a statement finds; null where there is none. */
export function firstOf<Row>(...asked: [Queryable, Statement]): Promise<Row | null>;
export function firstOf<Row>(
  ...asked: [Queryable, string, ...SqlValue[]]
): Asking<Promise<Row | null>>;
export function firstOf<Row>(on: Queryable, asked: Statement | string, ...first: SqlValue[]) {
  const ask = question<Row | null, Row>(([row]) => row ?? null);
  return typeof asked === 'string' ? ask(on, asked, ...first) : ask(on, asked);
}

/** A statement that no one prepares, such as a command of the engine. */
export function run<Row>(on: Queryable, text: string, values: Statement['values'] = []) {
  return on.query<Row>({ name: '', text, values });
}
