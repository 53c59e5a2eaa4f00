import { createCsvLines } from '../csv-lines.ts';
import type { StatementLine, StatementReader } from '../statement.ts';
import { centavosIn, dayIn, keyIn, refuseLine } from '../statement.ts';

const COLUMNS =
  'DATE SOURCE_ID EXTERNAL_REFERENCE RECORD_TYPE DESCRIPTION NET_CREDIT_AMOUNT NET_DEBIT_AMOUNT ' +
  'GROSS_AMOUNT MP_FEE_AMOUNT';

const KINDS: Readonly<Record<string, StatementLine['kind']>> = {
  ...{ payment: 'sale', refund: 'refund', chargeback: 'chargeback' },
};

/**
 * Mercado Pago's report of released money ("Liberações") as CSV in UTF-8, with `;` or `,`.
 * Sources, read 2026-11-28: mercadopago.com.br/developers, "Report use" and "Report fields" of
 * "Released money". Not proved: that a payment in instalments is one line of all of it, that the
 * row `total` is always there, and that what it keeps is `MP_FEE_AMOUNT` and `FINANCING_FEE_AMOUNT`.
 * Decision: the report of account money (`SETTLEMENT_DATE`) is refused, since it tells of a sale
 * when it was approved, and not when its money was paid.
 */
export const MERCADOPAGO_STATEMENT: StatementReader = {
  title: 'Mercado Pago, report of released money in CSV',
  isLatin: false,
  open() {
    const cellsOf = createCsvLines(COLUMNS.split(' '));
    let hasTotal = false;
    return {
      read(text, line) {
        const cell = cellsOf(text, line);
        if (cell === null) return [];
        if ((cell('CURRENCY') || 'BRL') !== 'BRL') refuseLine(line, 'the currency BRL');
        hasTotal ||= cell('RECORD_TYPE') === 'total';
        if (cell('RECORD_TYPE') !== 'release') return [];
        const kind = KINDS[cell('DESCRIPTION')] ?? 'other';
        const centavos = (column: string) => centavosIn(cell(column) || '0', line, column);
        const ids = { key: keyIn(cell('EXTERNAL_REFERENCE')), externalId: cell('SOURCE_ID') };
        const amounts = {
          amount: centavos('GROSS_AMOUNT'),
          fee: centavos('MP_FEE_AMOUNT') + centavos('FINANCING_FEE_AMOUNT'),
          net: centavos(kind === 'sale' ? 'NET_CREDIT_AMOUNT' : 'NET_DEBIT_AMOUNT'),
        };
        const paidOn = dayIn(cell('DATE'), line, 'DATE');
        return [{ line, ...ids, installment: null, paidOn, ...amounts, kind }];
      },
      end(lines) {
        if (!hasTotal) refuseLine(lines, 'a row "total" at the end: the file is cut off');
        return null;
      },
    };
  },
};
