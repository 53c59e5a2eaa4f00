import type { SqlValue, Statement } from '../../base/shared/db.ts';

/** Rows of one statement; each size is a prepared statement of its own, so there are few. */
const SIZES = [32, 16, 8, 4, 2, 1];

/**
 * Inserts rows of one company as plain VALUES, which every engine routes by its company: 11 rows are
 * statements of 8, 2 and 1. `columns`: those beside `company_id`.
 */
export function insertRows(
  {
    name,
    table,
    columns,
    onConflict = '',
  }: {
    name: string;
    table: string;
    columns: readonly string[];
    onConflict?: string;
  },
  companyId: string,
  rows: readonly (readonly SqlValue[])[],
): Statement[] {
  const statements: Statement[] = [];
  for (let done = 0; done < rows.length; ) {
    const size = SIZES.find((one) => one <= rows.length - done) ?? 1;
    statements.push({
      name: `${name}_${size}`,
      text: `INSERT INTO ${table} (company_id, ${columns.join(', ')}) VALUES ${Array.from(
        { length: size },
        (_, row) =>
          `($1, ${columns.map((_, index) => `$${row * columns.length + index + 2}`).join(', ')})`,
      ).join(', ')} ${onConflict}`.trim(),
      values: [companyId, ...rows.slice(done, done + size).flat()],
    });
    done += size;
  }
  return statements;
}
