import type { SqlValue, Statement } from '../../base/shared/db.ts';

/** Rows of one statement; each size is a prepared statement of its own, so there are few. */
const SIZES = [32, 16, 8, 4, 2, 1];

type NewRow = Readonly<Record<string, SqlValue>>;

/**
 * Inserts rows of one company as plain VALUES, which every engine routes by its company: 11 rows are
 * statements of 8, 2 and 1. Each row has the same columns in the same order, without `company_id`.
 */
export function insertRows(
  table: string,
  companyId: string,
  rows: readonly NewRow[],
  { name = table, onConflict = '' } = {},
): Statement[] {
  const columns = Object.keys(rows[0] ?? {});
  const statements: Statement[] = [];
  for (let done = 0; done < rows.length; ) {
    const size = SIZES.find((one) => one <= rows.length - done) ?? 1;
    const parameters = Array.from({ length: size }, (_, row) =>
      columns.map((_, index) => `$${row * columns.length + index + 2}`).join(', '),
    );
    statements.push({
      name: `${name}_${size}`,
      text: `INSERT INTO ${table} (company_id, ${columns.join(', ')}) VALUES ${parameters
        .map((ofRow) => `($1, ${ofRow})`)
        .join(', ')} ${onConflict}`.trim(),
      values: [companyId, ...rows.slice(done, done + size).flatMap((row) => Object.values(row))],
    });
    done += size;
  }
  return statements;
}
