import { fixedWidth, refuseCut } from '../fixed-width.ts';
import type {
  OpenStatement,
  StatementLine,
  StatementPeriod,
  StatementReader,
} from '../statement.ts';
import { keyIn, refuseLine } from '../statement.ts';

/**
 * Cielo's "Extrato eletrônico", layout 15, file 04 (payments).
 * Sources, read 2026-11-28: docs.cielo.com.br/extrato-webview, "Tipos de registro e estrutura" and
 * "Tabelas" (files, kinds of entries); github jhamerski/cielo-edi at 2026-01-28, which transcribes
 * the positions of the manual 15.14.1; github DeveloperCielo/EDI for what the trailer counts.
 * Not proved: that the 20 characters of an order's code are the first of the 32 that we send, that a
 * record D comes before its records E, and that no other state than those of `PAID` is paid.
 */
export const CIELO_STATEMENT: StatementReader = {
  title: 'Cielo, extrato eletrônico 15, file 04',
  isLatin: true,
  open: openStatement,
};

const PAID = '04 05 10 11 31 32 58 98 99 0A 0B 0C 0M 0N 0W 0Z'.split(' ');

const KINDS: Readonly<Record<string, StatementLine['kind']>> = {
  ...{ '01': 'sale', '02': 'sale', '03': 'sale', '06': 'refund', '08': 'chargeback' },
};

function openStatement(): OpenStatement {
  /** When a unit of receivables was paid, by its key and the kind of entry; null if it is not yet. */
  const units = new Map<string, string | null>();
  let period: StatementPeriod | null = null;
  let records = 0;
  let details = 0;
  let isEnded = false;

  function readDetail(text: string, line: number): StatementLine[] {
    const { at, number } = fixedWidth(text, line);
    const type = at(28, 29);
    const paidOn = units.get(`${at(30, 129)} ${type}`);
    if (paidOn === undefined) refuseLine(line, 'a record D before it with its key at 30-129');
    if (paidOn === null) return [];
    const ids = { key: keyIn(at(212, 231)), externalId: at(192, 211) || null };
    const amounts = { amount: number(262, 274), net: number(276, 288), fee: number(290, 302) };
    const installment = number(18, 19) || 1;
    return [{ line, ...ids, installment, paidOn, ...amounts, kind: KINDS[type] ?? 'other' }];
  }

  return {
    read(text, line) {
      const { at, day, expect, expectCount } = fixedWidth(text, line);
      if (period === null) {
        expect(1, '0');
        expect(43, 'CIELO04');
        expect(71, '015');
        period = { from: day(20, true), until: day(28, true) };
        return [];
      }
      if (isEnded) refuseLine(line, 'nothing after the trailer');
      const kind = at(1, 1);
      if (kind === '9') {
        isEnded = true;
        expectCount(2, 12, records);
        expectCount(31, 41, details);
        return [];
      }
      records += 1;
      if (kind === 'D') {
        const paidOn = PAID.includes(at(70, 71)) ? day(268, false) : null;
        units.set(`${at(152, 251)} ${at(150, 151)}`, paidOn);
      }
      if (kind !== 'E') return [];
      details += 1;
      return readDetail(text, line);
    },
    end: (lines) => (isEnded ? period : refuseCut(lines)),
  };
}
