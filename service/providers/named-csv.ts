import { createCsvLines } from './csv-lines.ts';
import type { StatementReader } from './statement.ts';
import { centavosIn, dayIn, keyIn, refuseLine, wholeIn } from './statement.ts';

const COLUMNS = ['key', 'installment', 'paid_on', 'amount', 'fee', 'net', 'currency'];

/** Of any provider: what an operator makes of a statement whose form is not read here. */
export const NAMED_CSV: StatementReader = {
  title: `CSV (${COLUMNS.join(',')})`,
  isLatin: false,
  open() {
    const cellsOf = createCsvLines(COLUMNS);
    return {
      read(text, line) {
        const cell = cellsOf(text, line);
        if (cell === null) return [];
        const key = keyIn(cell('key')) ?? refuseLine(line, 'a key of 32 hexadecimal digits');
        if (cell('currency') !== 'BRL') refuseLine(line, 'the currency BRL');
        const number = cell('installment');
        const installment = number === '' ? null : wholeIn(number, line, 'installment');
        const paidOn = dayIn(cell('paid_on'), line, 'paid_on');
        const [amount = 0, fee = 0, net = 0] = ['amount', 'fee', 'net'].map((column) =>
          centavosIn(cell(column), line, column),
        );
        return [
          { line, key, externalId: null, installment, paidOn, amount, fee, net, kind: 'sale' },
        ];
      },
      end: () => null,
    };
  },
};

/** Whether a file that begins so is one. */
export function isNamedCsv(firstLine: string): boolean {
  return /(^|[;,"])key["]?[;,]/.test(firstLine);
}
