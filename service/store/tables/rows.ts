import type { Queryable, Statement } from '../../base/shared/db.ts';

export async function hasRows(on: Queryable, statement: Statement): Promise<boolean> {
  return (await on.query(statement)).length > 0;
}

/** The number that a statement tells as `count`. */
export async function countOf(on: Queryable, statement: Statement): Promise<number> {
  const [row] = await on.query<{ count: number }>(statement);
  return row?.count ?? 0;
}

export async function execute(on: Queryable, statement: Statement): Promise<void> {
  await on.query(statement);
}
