import { inPieces } from '../../../base/shared/in-pieces.ts';
import { SAO_PAULO } from '../../../base/shared/sao-paulo-days.ts';
import type { Language } from '../../words/words.ts';
import { say } from '../../words/words.ts';
import type { Visit } from '../route.ts';
import type { RowPage } from '../row-page.ts';

export type Cell = string | { centavos: number } | { at: Date };

export type CsvColumn<Row> = readonly [
  name: readonly [string, string],
  cell: (row: Row, language: Language) => Cell,
];

// On the embedded engine a payment waits for as many.
const ROWS_AT_ONCE = 50;

export async function* csvLines<Row, Place>(
  columns: readonly CsvColumn<Row>[],
  language: Language,
  find: (after: Place | null, limit: number) => Promise<RowPage<Row, Place>>,
): AsyncGenerator<string, void, undefined> {
  const names = columns.map(([name]) => say(name, language));
  yield csvHeader(names, language);
  let after: Place | null = null;
  do {
    const found: RowPage<Row, Place> = await find(after, ROWS_AT_ONCE);
    let lines = '';
    for await (const row of inPieces(found.rows)) {
      const cells = columns.map(([, cell]) => cell(row, language));
      lines += csvLine(cells, language);
    }
    // A look that was cut short may have found nothing.
    if (lines !== '') yield lines;
    after = found.next;
  } while (after !== null);
}

/**
 * A file that is written as fast as its browser takes it: a piece is read once the one before is
 * taken, and none after the browser has gone away. Where reading breaks off, so does the file.
 * `headers`: of this file, beside those that every file has.
 */
export function csvResponse(
  { inTurn }: Pick<Visit, 'inTurn'>,
  name: string,
  pieces: AsyncGenerator<string, void, undefined>,
  headers: Record<string, string>,
): Response {
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { value, done } = await inTurn(() => pieces.next());
        if (done) controller.close();
        else controller.enqueue(encoder.encode(value));
      },
      async cancel() {
        await pieces.return(undefined);
      },
    },
    { highWaterMark: 0 },
  );
  return new Response(body, {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="${name}.csv"`,
      'Cache-Control': 'no-store',
      ...headers,
    },
  });
}

/** The names of the columns, after the mark without which a spreadsheet reads other letters. */
export function csvHeader(names: readonly string[], language: Language): string {
  return `\uFEFF${csvLine(names, language)}`;
}

/** Decision: Portuguese has the semicolon and decimal comma that Brazilian spreadsheets take. */
export function csvLine(cells: readonly Cell[], language: Language): string {
  const separator = language === 'pt-BR' ? ';' : ',';
  const texts = cells.map((cell) => {
    if (typeof cell === 'string') return csvText(cell);
    return 'at' in cell ? moments.format(cell.at) : decimal(cell.centavos, language);
  });
  return `${texts.join(separator)}\r\n`;
}

/**
 * Decision: by the clock of Brasília, as the pages tell it and a day of the statement is reckoned,
 * in the one form that spreadsheets of every language take for a date. Swedish is written so.
 */
const moments = new Intl.DateTimeFormat('sv-SE', {
  dateStyle: 'short',
  timeStyle: 'medium',
  timeZone: SAO_PAULO,
});

const FORMULA =
  /^(?=[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠]|[\t\r\n])|(?<=[;,\t\r\n][\s\p{Cc}\p{Cf}]*)[=+\-@＝＋－＠]/gu;

/**
 * A spreadsheet runs what begins like a formula, some also after blanks and marks that nobody sees;
 * with a quote before it, it is text. What follows a separator begins a cell for one that takes the
 * other separator.
 */
export function csvText(text: string): string {
  const safe = text.replaceAll(FORMULA, "'$&");
  return /[",;\r\n\t]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

function decimal(centavos: number, language: Language): string {
  const digits = String(Math.abs(centavos)).padStart(3, '0');
  const point = language === 'pt-BR' ? ',' : '.';
  return `${centavos < 0 ? '-' : ''}${digits.slice(0, -2)}${point}${digits.slice(-2)}`;
}
