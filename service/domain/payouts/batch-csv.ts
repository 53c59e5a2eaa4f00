import { inPieces } from '../../base/shared/in-pieces.ts';

/** A row of a table in text. `line`: where it begins in the file, from 1. */
export type CsvRow = { line: number; cells: readonly string[] };

/** Why a file is no table: `quote`: one that begins at `line` never ends. */
export type CsvFault = { kind: 'not-text' } | { kind: 'quote'; line: number };

const SEPARATORS = [';', ',', '\t'] as const;
/** Of a row; beyond them, where only a spreadsheet's empty space can be, nothing is kept. */
const MAX_CELLS = 200;
/** Of a spreadsheet of another kind, or of text in another encoding than UTF-8. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
const NOT_TEXT = /[\u0000-\u0008\u000e-\u001f\ufffd]/;

/**
 * Decision: what is no UTF-8 is read as Windows-1252, in which Excel saves a plain CSV in Brazil; its
 * "Unicode text" is UTF-16, told by its first two bytes.
 */
export function decodeCsv(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/**
 * As spreadsheets write it: separated by what its first line has most of (`;` in Brazil), or by
 * what a first line `sep=;` says. Rows without text are left out. Ends after `limit` rows.
 */
export async function readCsv(
  text: string,
  limit: number,
): Promise<{ rows: CsvRow[] } | { fault: CsvFault }> {
  if (NOT_TEXT.test(text)) return { fault: { kind: 'not-text' } };
  const content = text.replace(/^\ufeff/, '');
  const [said] = /^sep=[;,\t]\r?\n/i.exec(content) ?? [];
  const separator = said?.[4] ?? mostUsed(/^[^\r\n]*/.exec(content)?.[0] ?? '');
  const table = said === undefined ? content : content.slice(said.length);
  const firstLine = said === undefined ? 1 : 2;
  const rows: CsvRow[] = [];
  for await (const row of inPieces(readRows(table, { separator, firstLine }))) {
    if (row === null) continue;
    if ('kind' in row) return { fault: row };
    if (row.cells.some((cell) => cell.trim() !== '')) rows.push(row);
    if (rows.length === limit) break;
  }
  return { rows };
}

function mostUsed(line: string): string {
  const counts = SEPARATORS.map((separator) => line.split(separator).length);
  return SEPARATORS[counts.indexOf(Math.max(...counts))] ?? ';';
}

/** Null for a cell too many, so that a line of them is as many pieces of work as lines are. */
function* readRows(
  text: string,
  { separator, firstLine }: { separator: string; firstLine: number },
): Generator<CsvRow | CsvFault | null, void, undefined> {
  const ends = new RegExp(`[${separator}\r\n]|$`, 'g');
  let cells: string[] = [];
  let line = firstLine;
  let rowLine = firstLine;
  let at = 0;
  while (at < text.length) {
    let cell = '';
    if (text[at] === '"') {
      const end = endOfQuoted(text, at);
      if (end === null) return yield { kind: 'quote', line };
      cell = text.slice(at + 1, end).replaceAll('""', '"');
      line += cell.split('\n').length - 1;
      at = end + 1;
    }
    ends.lastIndex = at;
    const plainEnd = ends.exec(text)?.index ?? text.length;
    if (cells.length < MAX_CELLS) cells.push(cell + text.slice(at, plainEnd));
    else yield null;
    at = plainEnd;
    if (text[at] === separator) {
      at += 1;
      if (at === text.length) cells.push('');
      continue;
    }
    at += text.startsWith('\r\n', at) ? 2 : 1;
    yield { line: rowLine, cells };
    cells = [];
    line += 1;
    rowLine = line;
  }
  if (cells.length > 0) yield { line: rowLine, cells };
}

/** Where the quote that begins here ends; two in a row stand for one inside. */
function endOfQuoted(text: string, start: number): number | null {
  let end = text.indexOf('"', start + 1);
  while (end !== -1 && text[end + 1] === '"') end = text.indexOf('"', end + 2);
  return end === -1 ? null : end;
}
