/** A row of a table in text. `line`: where it begins in the file, from 1. */
export type CsvRow = { line: number; cells: readonly string[] };

/** Why a file is no table: `quote`: one that begins at `line` never ends. */
export type CsvFault = { kind: 'not-text' } | { kind: 'quote'; line: number };

const SEPARATORS = [';', ',', '\t'] as const;
/** Of a spreadsheet of another kind, or of text in another encoding than UTF-8. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
const NOT_TEXT = /[\u0000-\u0008\u000e-\u001f\ufffd]/;

/**
 * As spreadsheets write it: separated by what its first line has most of (`;` in Brazil), or by
 * what a first line `sep=;` says. Rows without text are left out.
 */
export function readCsv(text: string): { rows: CsvRow[] } | { fault: CsvFault } {
  if (NOT_TEXT.test(text)) return { fault: { kind: 'not-text' } };
  const content = text.replace(/^\ufeff/, '');
  const [said] = /^sep=[;,\t]\r?\n/i.exec(content) ?? [];
  const separator = said?.[4] ?? mostUsed(/^[^\r\n]*/.exec(content)?.[0] ?? '');
  const table = said === undefined ? content : content.slice(said.length);
  return readRows(table, { separator, firstLine: said === undefined ? 1 : 2 });
}

function mostUsed(line: string): string {
  const counts = SEPARATORS.map((separator) => line.split(separator).length);
  return SEPARATORS[counts.indexOf(Math.max(...counts))] ?? ';';
}

function readRows(
  text: string,
  { separator, firstLine }: { separator: string; firstLine: number },
): { rows: CsvRow[] } | { fault: CsvFault } {
  const rows: CsvRow[] = [];
  let cells: string[] = [];
  let line = firstLine;
  let rowLine = firstLine;
  let at = 0;
  const endRow = () => {
    if (cells.some((cell) => cell.trim() !== '')) rows.push({ line: rowLine, cells });
    cells = [];
  };
  while (at < text.length) {
    let cell = '';
    if (text[at] === '"') {
      const end = endOfQuoted(text, at);
      if (end === null) return { fault: { kind: 'quote', line } };
      cell = text.slice(at + 1, end).replaceAll('""', '"');
      line += cell.split('\n').length - 1;
      at = end + 1;
    }
    const plainEnd = endOfPlain(text, at, separator);
    cells.push(cell + text.slice(at, plainEnd));
    at = plainEnd;
    if (text[at] === separator) {
      at += 1;
      if (at === text.length) cells.push('');
      continue;
    }
    at += text.startsWith('\r\n', at) ? 2 : 1;
    endRow();
    line += 1;
    rowLine = line;
  }
  endRow();
  return { rows };
}

/** Where the quote that begins here ends; two in a row stand for one inside. */
function endOfQuoted(text: string, start: number): number | null {
  let end = text.indexOf('"', start + 1);
  while (end !== -1 && text[end + 1] === '"') end = text.indexOf('"', end + 2);
  return end === -1 ? null : end;
}

function endOfPlain(text: string, start: number, separator: string): number {
  let end = start;
  while (end < text.length && text[end] !== separator && !'\r\n'.includes(text[end] ?? '')) {
    end += 1;
  }
  return end;
}
