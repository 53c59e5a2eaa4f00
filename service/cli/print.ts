import type { ApiError } from '../base/shared/api-error.ts';
import type { Cell, CommandAnswer, Row } from './command.ts';

export function toJson({ content }: CommandAnswer): string {
  const document = 'record' in content ? content.record : content.rows;
  return `${JSON.stringify(document, null, 2)}\n`;
}

export function toText({ content }: CommandAnswer): string {
  return 'record' in content ? recordText(content.record) : tableText(content.rows);
}

/** A refusal in one sentence a field, each naming its option, or in one where it is of none. */
export function refusalText({ message, details }: ApiError): string {
  if (details.every(({ path }) => path === '')) return `${message}\n`;
  return details.map(({ path, message: why }) => `--${path.split('.')[0]} ${why}.\n`).join('');
}

function recordText(record: Row): string {
  const width = Math.max(0, ...Object.keys(record).map((name) => name.length));
  return Object.entries(record)
    .map(([name, value]) => `${name.padEnd(width)}  ${cellText(value)}\n`)
    .join('');
}

function tableText(rows: readonly Row[]): string {
  const [first] = rows;
  if (first === undefined) return 'none\n';
  const columns = Object.keys(first).map((name) => {
    const cells = rows.map((row) => cellText(row[name] ?? null));
    const width = Math.max(name.length, ...cells.map((cell) => cell.length));
    return { name, cells, width, isNumber: rows.every((row) => typeof row[name] === 'number') };
  });
  const line = (cellOf: (column: (typeof columns)[number]) => string) =>
    columns
      .map((column) => {
        const cell = cellOf(column);
        return column.isNumber ? cell.padStart(column.width) : cell.padEnd(column.width);
      })
      .join('  ')
      .trimEnd();
  const lines = [
    line(({ name }) => name),
    ...rows.map((_row, index) => line(({ cells }) => cells[index] ?? '')),
  ];
  return `${lines.join('\n')}\n`;
}

/** A merchant's text may hold what moves a terminal's cursor or turns its line around. */
function cellText(value: Cell): string {
  if (value === null) return '-';
  return String(value).replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '?');
}
