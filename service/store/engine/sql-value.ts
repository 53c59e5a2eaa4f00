import type { SqlValue, Statement } from '../../base/shared/db.ts';

/**
 * JavaScript values to PostgreSQL's text form and back. Both engines pass through here, so that
 * they cannot differ in what a column becomes.
 */

export type ResultTable = {
  columns: readonly { name: string; dataTypeID: number }[];
  rows: readonly (readonly (string | null)[])[];
};

const TYPE = {
  bool: 16,
  bytea: 17,
  int8: 20,
  int2: 21,
  int4: 23,
  oid: 26,
  json: 114,
  float4: 700,
  float8: 701,
  timestamptz: 1184,
  numeric: 1700,
  jsonb: 3802,
} as const;

/** Errors name the statement and the position, never the value. */
export function encodeValues(statement: Statement): (string | null)[] {
  return statement.values.map((value, index) => {
    const refuse = (why: string): never => {
      throw new TypeError(`statement ${statement.name}: value ${index + 1} is ${why}`);
    };
    return encodeValue(value, refuse);
  });
}

function encodeValue(value: SqlValue, refuse: (why: string) => never): string | null {
  if (value === null) return null;
  if (typeof value === 'string') return value;
  if (typeof value === 'bigint') return value.toString();
  if (typeof value === 'boolean') return value ? 'true' : 'false';
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) return refuse('not a finite number');
    if (Number.isInteger(value) && !Number.isSafeInteger(value)) {
      return refuse('beyond the safe integers');
    }
    return value.toString();
  }
  if (value instanceof Date) {
    return Number.isNaN(value.getTime()) ? refuse('an invalid date') : value.toISOString();
  }
  if (value instanceof Uint8Array) {
    return `\\x${Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('hex')}`;
  }
  return refuse('of no type a statement takes');
}

/** The parser of both engines' answers: the caller's `Row` is what its SQL selects. */
export function decodeRows<Row>(statement: Statement, table: ResultTable): Row[] {
  return table.rows.map((texts) => {
    const row: Record<string, unknown> = {};
    table.columns.forEach((column, index) => {
      const text = texts[index] ?? null;
      if (text === null) {
        row[column.name] = null;
        return;
      }
      const value = decodeText(column.dataTypeID, text);
      if (value === undefined) {
        throw new RangeError(
          `statement ${statement.name}: column ${column.name} has no exact JavaScript value`,
        );
      }
      row[column.name] = value;
    });
    return row as Row;
  });
}

function decodeText(type: number, text: string): unknown {
  switch (type) {
    case TYPE.bool:
      return text === 't';
    case TYPE.int2:
    case TYPE.int4:
    case TYPE.oid:
    case TYPE.float4:
    case TYPE.float8:
      return Number(text);
    case TYPE.int8:
    case TYPE.numeric:
      return toSafeInteger(text);
    case TYPE.bytea:
      return Uint8Array.from(Buffer.from(text.slice(2), 'hex'));
    case TYPE.timestamptz:
      return toDate(text);
    case TYPE.json:
    case TYPE.jsonb:
      return JSON.parse(text);
    default:
      return text;
  }
}

function toSafeInteger(text: string): number | undefined {
  if (!/^-?\d+(\.0+)?$/.test(text)) return undefined;
  const value = Number(text);
  return Number.isSafeInteger(value) ? value : undefined;
}

// "2026-11-20 10:26:00.123456+00"; a session in another zone writes -03 or +05:30.
function toDate(text: string): Date | undefined {
  const parts = /^(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}:\d{2}(?:\.\d+)?)([+-]\d{2})(:\d{2})?$/.exec(
    text,
  );
  if (parts === null) return undefined;
  const [, day, time, hours, minutes = ':00'] = parts;
  return new Date(`${day}T${time}${hours}${minutes}`);
}
