import type { Queryable, SqlValue, Statement } from '../../base/shared/db.ts';

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

/**
 * A table's columns by the fields they keep, in order: `{ companyId: 'company_id', id: 'id' }`. What
 * is kept as JSON says so: `'customer::jsonb'`.
 */
export type ColumnNames<Entity> = { readonly [Field in keyof Entity & string]: string };

export type Columns<Entity> = {
  /** For the list of a SELECT or INSERT: `company_id, id`. */
  names: string;
  /** The values of one row, in the same order: `$1, $2`. */
  parameters: string;
  values(entity: Entity): SqlValue[];
  read(row: object): Entity;
  one(on: Queryable, statement: Statement): Promise<Entity | null>;
  all(on: Queryable, statement: Statement): Promise<Entity[]>;
};

const JSON_MARK = '::jsonb';

/** The company leads, as in every key of a table that belongs to companies. */
export function columnsOf<Entity extends object>(columns: ColumnNames<Entity>): Columns<Entity> {
  const all = fieldsOf(columns).map((field, index) => {
    const [name = '', ...json] = columns[field].split(JSON_MARK);
    const isJson = json.length > 0;
    return { field, name, isJson, parameter: `$${index + 1}${isJson ? JSON_MARK : ''}` };
  });
  if (all[0]?.name !== 'company_id') throw new Error('the company leads the columns of its tables');
  const read = (row: object) => {
    const values = new Map(Object.entries(row));
    // What the statement selects is what the entity has: the parser of a row.
    return Object.fromEntries(all.map(({ field, name }) => [field, values.get(name)])) as Entity;
  };
  return {
    names: all.map(({ name }) => name).join(', '),
    parameters: all.map(({ parameter }) => parameter).join(', '),
    values: (entity) => all.map(({ field, isJson }) => toSql(entity[field], isJson)),
    read,
    one: async (on, statement) => (await on.query<object>(statement)).map(read)[0] ?? null,
    all: async (on, statement) => (await on.query<object>(statement)).map(read),
  };
}

function fieldsOf<Entity>(columns: ColumnNames<Entity>): (keyof Entity & string)[] {
  return Object.keys(columns) as (keyof Entity & string)[];
}

function toSql(value: unknown, isJson: boolean): SqlValue {
  if (value === null || value === undefined) return null;
  return isJson ? JSON.stringify(value) : (value as SqlValue);
}

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
