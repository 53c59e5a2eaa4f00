import type { Queryable, Statement } from '../../base/shared/db.ts';

export async function hasRows(on: Queryable, statement: Statement): Promise<boolean> {
  return (await on.query(statement)).length > 0;
}

/** The number that a statement tells as `count`. */
export async function countOf(on: Queryable, statement: Statement): Promise<number> {
  const [row] = await on.query<{ count: number }>(statement);
  return row?.count ?? 0;
}

/** The row that a statement finds; null where there is none. */
export async function firstOf<Row>(on: Queryable, statement: Statement): Promise<Row | null> {
  const [row] = await on.query<Row>(statement);
  return row ?? null;
}

/** A statement that no one prepares, such as a command of the engine. */
export function run<Row>(on: Queryable, text: string, values: Statement['values'] = []) {
  return on.query<Row>({ name: '', text, values });
}

export async function execute(on: Queryable, statement: Statement): Promise<void> {
  await on.query(statement);
}
