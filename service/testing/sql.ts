import type { Queryable, SqlValue } from '../base/shared/db.ts';

/**
 * Asks a database what only a test asks: `` sql(db)`DELETE FROM payins WHERE id = ${id}` ``. What
 * stands in braces is a parameter of the statement, which has no name.
 */
export function sql<Row = Record<string, unknown>>(db: Pick<Queryable, 'query'>) {
  return (parts: TemplateStringsArray, ...values: SqlValue[]): Promise<Row[]> => {
    const text = parts.reduce((before, part, nth) => `${before}$${nth}${part}`);
    return db.query<Row>({ name: '', text, values });
  };
}
