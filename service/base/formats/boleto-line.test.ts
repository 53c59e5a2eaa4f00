import { getBoletoInfo, isValidBoleto } from '@brazilian-utils/brazilian-utils';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { BoletoNumbers } from './boleto-line.ts';
import {
  formatDigitableLine,
  readBoletoBarcode,
  toBarcode,
  toDigitableLine,
  writeBoletoBarcode,
} from './boleto-line.ts';

const VECTORS = [
  ['B1', '00190500954014481606906809350314337370000000100', 100, '2007-12-31'],
  ['B2', '23793381286000782713695000063305975520000370000', 370_000, '2018-06-11'],
  ['B3', '00190000090114971860168524522114675860000102656', 102_656, '2018-07-15'],
  ['B4', '00190000090000000000000000000000399990000012345', 12_345, '2025-02-21'],
  ['B5', '00190000090000000000000000000000910000000012345', 12_345, '2025-02-22'],
  ['B6', '00191234546789012345767890123457116460000015990', 15_990, '2026-11-30'],
] as const;

const valid: BoletoNumbers = {
  bankCode: '001',
  dueOn: '2026-11-30',
  amount: 15_990,
  freeField: '1234567890123456789012345',
};

describe('the numbers of a boleto', () => {
  it.each(VECTORS)('are those of %s, both ways', (_name, line, amount, dueOn) => {
    const barcode = toBarcode(line) ?? '';
    const read = readBoletoBarcode(barcode, new Date(`${dueOn}T12:00:00Z`));
    expect(read).toMatchObject({ amount, dueOn });
    expect(toDigitableLine(barcode)).toBe(line);
    expect(read && writeBoletoBarcode(read)).toBe(barcode);
  });

  it.each([
    ['B1', '00193373700000001000500940144816060680935031'],
    ['B2', '23799755200003700003381260007827139500006330'],
    ['B3', '00196758600001026560000001149718606852452211'],
    ['B6', '00191164600000159901234567890123456789012345'],
  ])('give the published barcode of %s', (name, barcode) => {
    const line = VECTORS.find(([vector]) => vector === name)?.[1] ?? '';
    expect(toBarcode(line)).toBe(barcode);
  });

  it('begin their factor again on 2025-02-22, which may be read as 2000-07-03', () => {
    const barcode = toBarcode(VECTORS[4][1]) ?? '';
    expect(barcode.slice(5, 9)).toBe('1000');
    expect(readBoletoBarcode(barcode, new Date('2000-08-01'))?.dueOn).toBe('2000-07-03');
  });

  it('go on to the end of the second round and begin a third', () => {
    const factor = (dueOn: string) => writeBoletoBarcode({ ...valid, dueOn }).slice(5, 9);
    expect([factor('2049-10-13'), factor('2049-10-14')]).toEqual(['9999', '1000']);
  });

  it.each([
    ['B7, a wrong general check digit', '10491443385511900000200000000141325230000093423'],
    ['B8, a utility slip', '846100000005246100291102005460339004695895061080'],
    ['one digit less', VECTORS[5][1].slice(1)],
    ['punctuation', formatDigitableLine(VECTORS[5][1])],
    ['another currency', VECTORS[5][1].replace('0019', '0018')],
    ['nothing', ''],
  ])('are not read from %s', (_name, line) => {
    expect(toBarcode(line)).toBeNull();
  });

  it.each([
    ['a bank of two digits', { bankCode: '01' }],
    ['a free field of 24', { freeField: '1'.repeat(24) }],
    ['nothing to pay', { amount: 0 }],
    ['more than ten digits', { amount: 10_000_000_000 }],
    ['a part of a centavo', { amount: 1.5 }],
    ['a day that is none', { dueOn: '2026-13-01' }],
    ['a day before factors began', { dueOn: '2000-07-02' }],
    ['a day with its time', { dueOn: '2026-11-30T00:00:00Z' }],
  ])('are not written with %s', (_name, change) => {
    expect(() => writeBoletoBarcode({ ...valid, ...change })).toThrow();
  });

  it('are printed in groups', () => {
    expect(formatDigitableLine(VECTORS[5][1])).toBe(
      '00191.23454 67890.123457 67890.123457 1 16460000015990',
    );
  });

  const anyNumbers = fc.record({
    bankCode: fc.stringMatching(/^\d{3}$/),
    dueOn: fc
      .integer({ min: Date.UTC(2025, 1, 22), max: Date.UTC(2049, 9, 13) })
      .map((time) => new Date(time).toISOString().slice(0, 10)),
    amount: fc.integer({ min: 1, max: 9_999_999_999 }),
    freeField: fc.stringMatching(/^\d{25}$/),
  });

  it('come back from the line, and a reader of others reads the same', () => {
    fc.assert(
      fc.property(anyNumbers, (numbers) => {
        const line = toDigitableLine(writeBoletoBarcode(numbers));
        const near = new Date(`${numbers.dueOn}T00:00:00Z`);
        expect(readBoletoBarcode(toBarcode(line) ?? '', near)).toEqual(numbers);
        expect(isValidBoleto(line)).toBe(true);
        const theirs = getBoletoInfo(line, { referenceDate: near });
        expect(theirs).toMatchObject({ amount: numbers.amount, bankCode: numbers.bankCode });
        expect(theirs?.expirationDate?.toISOString().slice(0, 10)).toBe(numbers.dueOn);
      }),
    );
  });

  it('are refused with any one digit changed, where the general check digit is not 1', () => {
    // 0, 10 and 11 all become 1, so that a digit may change under a check digit of 1 unseen.
    fc.assert(
      fc.property(anyNumbers, (numbers) => {
        const barcode = writeBoletoBarcode(numbers);
        fc.pre(barcode[4] !== '1');
        const line = toDigitableLine(barcode);
        const mutants = [...line].flatMap((digit, at) =>
          [...'0123456789']
            .filter((other) => other !== digit)
            .map((other) => line.slice(0, at) + other + line.slice(at + 1)),
        );
        expect(mutants).toHaveLength(423);
        expect(mutants.filter((mutant) => toBarcode(mutant) !== null)).toEqual([]);
      }),
      { numRuns: 50 },
    );
  });
});
