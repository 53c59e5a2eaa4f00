import { refuseLine } from './statement.ts';

/** Reads a CSV line by line: its first names columns, separated by `;` or `,`. */
export function createCsvLines(required: readonly string[]) {
  let separator = ',';
  let columns: string[] | null = null;
  /** What a line has by column; null for the first, which names them. */
  return (text: string, line: number): ((column: string) => string) | null => {
    if (columns !== null) {
      const named = columns;
      const cells = cellsOf(text, separator);
      if (cells.length !== named.length) refuseLine(line, `${named.length} cells`);
      return (column) => cells[named.indexOf(column)] ?? '';
    }
    separator = text.includes(';') ? ';' : ',';
    columns = cellsOf(text, separator);
    const missing = required.filter((name) => !columns?.includes(name));
    if (missing.length > 0) refuseLine(line, `columns named ${missing.join(', ')}`);
    return null;
  };
}

function cellsOf(text: string, separator: string): string[] {
  if (!text.includes('"')) return text.split(separator);
  const cell = new RegExp(`(?:"((?:[^"]|"")*)"|([^"${separator}]*))(?:${separator}|$)`, 'gy');
  return [...text.matchAll(cell)]
    .slice(0, text.endsWith(separator) ? undefined : -1)
    .map(([, quoted, plain = '']) => quoted?.replaceAll('""', '"') ?? plain);
}
