import { invalidField } from '../base/shared/api-error.ts';

/** What a provider's statement tells of one movement of money, in centavos. */
export type StatementLine = {
  line: number;
  /** Our attempt's key, or its first 20 digits, where a format has no room for more. */
  key: string | null;
  /** The provider's own id. */
  externalId: string | null;
  /** Null for all of a payment at once. */
  installment: number | null;
  paidOn: string;
  amount: number;
  fee: number;
  net: number;
  kind: 'sale' | 'refund' | 'chargeback' | 'other';
};

export type StatementPeriod = { from: string; until: string };

/** One file that is being read. Both refuse what is not as documented by `refuseLine`. */
export type OpenStatement = {
  read(text: string, line: number): StatementLine[];
  /** After the last of so many lines. Null where the file names no period. */
  end(lines: number): StatementPeriod | null;
};

/** How a provider writes its statements. `isLatin`: in ISO-8859-1 or Windows-1252, else in UTF-8. */
export type StatementReader = { title: string; isLatin: boolean; open(): OpenStatement };

/** Throws 400 INVALID_DATA that names the line and what was expected there, and quotes nothing. */
export function refuseLine(line: number, expected: string): never {
  throw invalidField('file', 'statement_line', { line, expected });
}

/** Null for what is no key of ours. */
export function keyIn(text: string): string | null {
  return /^[0-9a-f]{20,32}$/i.test(text) ? text.toLowerCase() : null;
}

/** Centavos, never below 0: `1.234,56`, `1234.56`, `-3.49` and `10` as statements write reais. */
export function centavosIn(text: string, line: number, what: string): number {
  const plain = text.includes(',') ? text.replaceAll('.', '').replace(',', '.') : text;
  const [, whole = '', places = ''] = /^-?(\d{1,12})(?:\.(\d{1,2})0*)?$/.exec(plain) ?? [];
  if (whole === '') refuseLine(line, `an amount in ${what}`);
  return Number(`${whole}${places.padEnd(2, '0')}`);
}

/** `YYYY-MM-DD` of a text that begins with a day in that form. */
export function dayIn(text: string, line: number, what: string): string {
  const day = text.slice(0, 10);
  const time = /^\d{4}-\d\d-\d\d$/.test(day) ? Date.parse(`${day}T00:00:00Z`) : Number.NaN;
  const isDay = !Number.isNaN(time) && new Date(time).getUTCDate() === Number(day.slice(8));
  return isDay ? day : refuseLine(line, `a day in ${what}`);
}

export function wholeIn(text: string, line: number, what: string): number {
  return /^\d{1,3}$/.test(text) ? Number(text) : refuseLine(line, `a whole number in ${what}`);
}
