import type { Db } from '../base/shared/db.ts';
import { sql } from './sql.ts';

/** A card number and CVV that no other test uses (Amex: it has four digits of CVV), and how to find them in whatever is left behind. */
export const CANARY = { number: '375391488034364', cvv: '9173' } as const;

const { number, cvv } = CANARY;

/** The CPF of a card's holder that no other test uses. */
export const CANARY_DOCUMENT = '84276319013';

/** Every way digits could lie in bytes. */
function formsOf(digits: string): string[] {
  return [
    digits,
    Buffer.from(digits).toString('hex'),
    // Base64 at each of its three alignments, without the characters that depend on neighbours.
    ...[0, 1, 2].map((shift) =>
      Buffer.from(`${'x'.repeat(shift)}${digits}`)
        .toString('base64')
        .slice(shift + 2, -4),
    ),
    Buffer.from(digits, 'utf16le').toString('latin1'),
  ];
}

const NUMBER_FORMS = [
  ...formsOf(number),
  number.replace(/(\d{4})(?=\d)/g, '$1 '),
  number.replace(/(\d{4})(?=\d)/g, '$1-'),
];
const DOCUMENT_FORMS = formsOf(CANARY_DOCUMENT);

export function hasNumber(text: string): boolean {
  return NUMBER_FORMS.some((form) => text.includes(form));
}

export function hasDocument(text: string): boolean {
  return DOCUMENT_FORMS.some((form) => text.includes(form));
}

/** Quoted or as a member: four digits alone are in any random id. */
export function hasCvv(text: string): boolean {
  return text.includes(`"${cvv}"`) || /"cvv"\s*:/.test(text);
}

/** For text people read, where nothing is quoted: the CVV as a word of its own, in no id or number. */
export function hasCvvAsWord(text: string): boolean {
  return new RegExp(`(?<![\\w.%+/-])${cvv}(?![\\w.%+/-]*\\w)`).test(text);
}

/** Every row of every table, as JSON. */
export async function readEveryRow(db: Db): Promise<string[]> {
  const names = await sql<{ name: string }>(db)`SELECT relname::text AS name
    FROM pg_class c JOIN pg_namespace n
    ON n.oid = c.relnamespace WHERE nspname = current_schema() AND relkind = 'r'`;
  const all: string[] = [];
  for (const { name } of names) {
    const text = `SELECT row_to_json(t)::text AS row FROM ${name} t`;
    const rows = await db.query<{ row: string }>({ name: '', text, values: [] });
    all.push(...rows.map(({ row }) => row));
  }
  return all;
}
