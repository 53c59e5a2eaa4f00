import type { PayoutRequest } from '../../../contract/payments/payout.ts';
import { payoutRequestSchema } from '../../../contract/payments/payout.ts';
import type { PixKeyType } from '../../../contract/payments/pix-key.ts';
import { PIX_KEY_TYPES, toPixKey } from '../../../contract/payments/pix-key.ts';
import { readReais } from '../../base/shared/reais.ts';
import type { CsvRow } from './batch-csv.ts';

export const BATCH_FIELDS = [
  'reference',
  'amount',
  'pixKeyType',
  'pixKey',
  'name',
  'document',
] as const;
export type BatchField = (typeof BATCH_FIELDS)[number];
const NEEDED: readonly BatchField[] = BATCH_FIELDS.slice(0, 4);

/**
 * A type of PIX key: in its form. `as-text`: a spreadsheet took it for a number, whose first zeros
 * or last digits are lost. `once`: also on the line `ofLine`. `unused`: the reference of an
 * earlier payout with other values. `columns`: a line with a cell for each column.
 */
export type Expected = BatchField | PixKeyType | 'as-text' | 'once' | 'unused' | 'columns';
export type LineProblem = { field: BatchField | 'line'; expected: Expected; ofLine?: number };
export type WrongLine = { line: number; problems: readonly LineProblem[] };
export type BatchLine = { line: number; request: PayoutRequest };

/** The columns' names, in either language; compared without case, accents, blanks, `_` and `-`. */
const NAMES = new Map<string, BatchField>(
  Object.entries({
    reference: 'reference',
    referencia: 'reference',
    referenceid: 'reference',
    valor: 'amount',
    valorr: 'amount',
    valoremreais: 'amount',
    amountinreais: 'amount',
    pixkeytype: 'pixKeyType',
    tipodachave: 'pixKeyType',
    tipodachavepix: 'pixKeyType',
    tipodechave: 'pixKeyType',
    tipochave: 'pixKeyType',
    tipo: 'pixKeyType',
    pixkey: 'pixKey',
    chavepix: 'pixKey',
    chave: 'pixKey',
    name: 'name',
    nome: 'name',
    beneficiaryname: 'name',
    document: 'document',
    documento: 'document',
    cpfcnpj: 'document',
    cpfoucnpj: 'document',
    beneficiarydocument: 'document',
  } as const),
);

const KEY_TYPES = new Map<string, PixKeyType>([
  ...PIX_KEY_TYPES.map((type) => [type.toLowerCase(), type] as const),
  ['telefone', 'PHONE'],
  ['celular', 'PHONE'],
  ['aleatoria', 'EVP'],
  ['chavealeatoria', 'EVP'],
]);

export function readHeader(
  row: CsvRow,
): { columns: (BatchField | null)[] } | { missing: BatchField[]; unknown: string[] } {
  const columns = row.cells.map((cell) => NAMES.get(toName(cell)) ?? null);
  const missing = NEEDED.filter((field) => !columns.includes(field));
  const unknown = row.cells.filter(
    (cell, at) => cell.trim() !== '' && (!columns[at] || columns.indexOf(columns[at]) !== at),
  );
  if (missing.length > 0 || unknown.length > 0) return { missing, unknown };
  return { columns };
}

function toName(text: string): string {
  return text
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/[^a-z]/g, '');
}

export function readLine(
  { line, cells }: CsvRow,
  columns: readonly (BatchField | null)[],
): BatchLine | WrongLine {
  if (cells.slice(columns.length).some((cell) => cell.trim() !== '')) {
    return { line, problems: [{ field: 'line', expected: 'columns' }] };
  }
  const given = new Map<BatchField, string>();
  columns.forEach((field, at) => {
    const cell = cells[at]?.trim() ?? '';
    if (field !== null && cell !== '') given.set(field, cell);
  });
  const pixKeyType = KEY_TYPES.get(toName(given.get('pixKeyType') ?? ''));
  // A spreadsheet keeps the zeros that a number begins with only where it has its punctuation.
  const written = given.get('pixKey');
  const pixKey = pixKeyType && toPixKey(pixKeyType, written ?? '');
  const read = payoutRequestSchema.safeParse({
    referenceId: given.get('reference'),
    amount: readReais(given.get('amount') ?? '') ?? undefined,
    pixKeyType,
    pixKey: pixKey ?? written,
    beneficiaryName: given.get('name'),
    beneficiaryDocument: given.get('document'),
  });
  const wrong = new Set(read.error?.issues.map(({ path }) => FIELD_OF[String(path[0])]));
  if (pixKey === null) wrong.add('pixKey');
  if (POWER.test(given.get('reference') ?? '')) wrong.add('reference');
  const expectedOf = (field: BatchField): Expected => {
    const text = given.get(field) ?? '';
    const isTaxId = field === 'document' || pixKeyType === 'CPF' || pixKeyType === 'CNPJ';
    if (POWER.test(text) || (isTaxId && CUT_TAX_ID.test(text))) return 'as-text';
    return field === 'pixKey' ? (pixKeyType ?? field) : field;
  };
  const problems = BATCH_FIELDS.filter((field) => wrong.has(field)).map((field) => ({
    field,
    expected: expectedOf(field),
  }));
  if (!read.success || problems.length > 0) return { line, problems };
  return { line, request: read.data };
}

/** As a spreadsheet shows a long number. */
const POWER = /^\d+(?:[.,]\d+)?e\+\d+$/i;
/** A CPF or CNPJ without the zeros that it began with. */
const CUT_TAX_ID = /^(?:\d{8,10}|\d{12,13})$/;

const FIELD_OF: Readonly<Record<string, BatchField>> = {
  referenceId: 'reference',
  amount: 'amount',
  pixKeyType: 'pixKeyType',
  pixKey: 'pixKey',
  beneficiaryName: 'name',
  beneficiaryDocument: 'document',
};
