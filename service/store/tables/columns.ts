import type { SqlValue, Statement } from '../../base/shared/db.ts';
import type { Question } from './rows.ts';
import { question } from './rows.ts';

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
  /** The rows that have these values, in the order of the parameters: the company leads. */
  by(table: string, key: Partial<Entity>): Statement;
  /** The same by a reference, composed as all are now or decomposed as one of before may be. */
  byReference(table: string, companyId: string, referenceId: string): Statement;
  /** Inserts one row; `after`: what stands behind its values. */
  insertion(table: string, entity: Entity, after?: string): Statement;
  read(row: object): Entity;
  one: Question<Entity | null>;
  all: Question<Entity[]>;
};

/** Behind the values of an insertion: gives the id, or no row where what is there once is taken. */
export const IF_NEW = 'ON CONFLICT DO NOTHING RETURNING id';

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
  const names = all.map(({ name }) => name).join(', ');
  const parameters = all.map(({ parameter }) => parameter).join(', ');
  const valuesOf = (entity: Entity) => all.map(({ field, isJson }) => toSql(entity[field], isJson));
  return {
    ...{ names, parameters, values: valuesOf, read },
    by(table, key) {
      const known = all.filter(({ field }) => field in key);
      const wanted = known.map(({ name }, index) => `${name} = $${index + 1}`).join(' AND ');
      return {
        name: `${table}_by_${known.map(({ name }) => name).join('_')}`,
        text: `SELECT ${names} FROM ${table} WHERE ${wanted}`,
        values: known.map(({ field, isJson }) => toSql(key[field], isJson)),
      };
    },
    byReference: (table, companyId, referenceId) => ({
      name: `${table}_by_reference`,
      text: `SELECT ${names} FROM ${table} WHERE company_id = $1 AND reference_id IN ($2, $3)`,
      values: [companyId, referenceId, referenceId.normalize('NFD')],
    }),
    insertion: (table, entity, after = '') => ({
      name: `${table}_insert`,
      text: `INSERT INTO ${table} (${names}) VALUES (${parameters}) ${after}`.trim(),
      values: valuesOf(entity),
    }),
    one: question((rows) => rows.map(read)[0] ?? null),
    all: question((rows) => rows.map(read)),
  };
}

function fieldsOf<Entity>(columns: ColumnNames<Entity>): (keyof Entity & string)[] {
  return Object.keys(columns) as (keyof Entity & string)[];
}

function toSql(value: unknown, isJson: boolean): SqlValue {
  if (value === null || value === undefined) return null;
  return isJson ? JSON.stringify(value) : (value as SqlValue);
}
