import { fixedWidth, refuseCut } from '../fixed-width.ts';
import type { OpenStatement, StatementLine, StatementReader } from '../statement.ts';
import { keyIn, refuseLine } from '../statement.ts';
import type { PixProfileName } from './profiles.ts';

/**
 * An account's extract in FEBRABAN's CNAB 240, segment E. Boletos of our own never come by these
 * banks, so that segments T and U are not read.
 * Sources, read 2026-11-28: FEBRABAN's layout of 240 positions as Caixa prints it ("Banking
 * Conciliation Layout", version 5.0); numbers of the banks from the central bank's list. Not proved:
 * that a bank puts the txid of a PIX into the document of segment E (202-240).
 */
export function cnab240Of(name: PixProfileName): StatementReader {
  const bank = BANKS[name];
  return { title: `CNAB 240 of the bank ${bank}`, isLatin: true, open: () => openStatement(bank) };
}

const BANKS: Readonly<Record<PixProfileName, string>> = {
  ...{ bb: '001', inter: '077', santander: '033', efi: '364', sicoob: '756', sicredi: '748' },
};

function openStatement(bank: string): OpenStatement {
  let lots = 0;
  let ofLot = 0;
  let isEnded = false;

  function readEntry(text: string, line: number): StatementLine[] {
    const { at, number, day } = fixedWidth(text, line);
    const amount = number(151, 168);
    const document = at(202, 240);
    const key = keyIn(/[0-9a-f]{20,32}/i.exec(document)?.[0] ?? '');
    const kind = at(169, 169) === 'C' && key !== null ? 'sale' : 'other';
    const whole = { installment: null, amount, fee: 0, net: amount };
    return [{ line, key, externalId: document || null, ...whole, paidOn: day(143, false), kind }];
  }

  return {
    read(text, line) {
      if (text.length !== 240) refuseLine(line, '240 positions');
      if (isEnded) refuseLine(line, 'nothing after the trailer of the file');
      const { at, expect, expectCount } = fixedWidth(text, line);
      expect(1, bank);
      if (lots === 0 && ofLot === 0) expect(4, '00000');
      const kind = at(8, 8);
      ofLot = kind === '1' ? 1 : ofLot + 1;
      if (kind === '1') lots += 1;
      if (kind === '5') expectCount(18, 23, ofLot);
      if (kind === '9') {
        isEnded = true;
        expectCount(18, 23, lots);
        expectCount(24, 29, line);
      }
      return kind === '3' && text[13] === 'E' ? readEntry(text, line) : [];
    },
    end: (lines) => (isEnded ? null : refuseCut(lines)),
  };
}
