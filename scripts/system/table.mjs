/** Prints rows under a title, the first column to the left and numbers to the right. */
export function printTable(title, columns, rows) {
  const cells = [columns, ...rows.map((row) => row.map(toText))];
  const widths = columns.map((_, index) => Math.max(...cells.map((row) => row[index].length)));
  const isText = columns.map((_, index) => index === 0 || rows.every((row) => isWord(row[index])));
  const line = (row) =>
    row
      .map((cell, index) =>
        isText[index] ? cell.padEnd(widths[index]) : cell.padStart(widths[index]),
      )
      .join('  ')
      .trimEnd();
  console.log(`\n${title}`);
  console.log(line(cells[0]));
  console.log(widths.map((width) => '-'.repeat(width)).join('  '));
  for (const row of cells.slice(1)) console.log(line(row));
}

/** A row for each of them by its name: that, and these of its fields. */
export function rowsOf(figures, fields) {
  return Object.entries(figures).map(([name, figure]) => [
    name,
    ...fields.map((field) => figure[field]),
  ]);
}

function isWord(value) {
  return typeof value === 'string';
}

function toText(value) {
  if (value === null || value === undefined || Number.isNaN(value)) return '-';
  if (typeof value !== 'number') return String(value);
  if (Number.isInteger(value)) return String(value);
  const size = Math.abs(value);
  return value.toFixed(size >= 100 ? 0 : size >= 10 ? 1 : 2);
}
