import { describe, expect, test } from 'vitest';
import { deleteThroughSeparator, toDigits } from '../text-edit.ts';
import { expiry, formatExpiry, readExpiry } from './expiry.ts';

function find(text: string, now: Date) {
  return expiry.findProblem({ text, digits: toDigits(text), brand: null, now });
}

/** Types one key after another at the end, as an input and the form do together. */
function type(keys: string): string {
  let shown = '';
  for (const key of keys) {
    const text = key === '<' ? shown.slice(0, -1) : shown + key;
    const edit = { text, caret: text.length, kind: key === '<' ? 'delete' : 'insert' } as const;
    const meant = deleteThroughSeparator(edit, {
      digitsBefore: toDigits(shown).length,
      forward: false,
    });
    shown = formatExpiry(meant).text;
  }
  return shown;
}

describe('typing', () => {
  test.each([
    ['1', '1'],
    ['0', '0'],
    ['2', '02/'],
    ['9', '09/'],
    ['12', '12/'],
    ['13', '01/3'],
    ['1/', '01/'],
    ['1/30', '01/30'],
    ['1-30', '01/30'],
    ['130', '01/30'],
    ['0130', '01/30'],
    ['530', '05/30'],
    ['1230', '12/30'],
    ['12/30', '12/30'],
    ['12 / 30', '12/30'],
    ['01/203', '01/203'],
    ['01/2030', '01/30'],
    ['012030', '01/30'],
    ['122030', '12/30'],
    ['01305', '01/30'],
    ['0x1y3z0', '01/30'],
    ['2<', '0'],
    ['2<<', ''],
    ['12<', '1'],
    ['12<1', '11/'],
    ['1230<<', '12/'],
    ['1230<<<', '1'],
    ['1230<<<<<', ''],
  ])('%s shows %s', (keys, shown) => {
    expect(type(keys)).toBe(shown);
  });
});

describe('paste and autofill', () => {
  test.each([
    '\u200e01/30',
    '٠١/٣٠',
    '1/30',
    '01/30',
    '01 / 30',
    ' 01/30 ',
    '01-30',
    '130',
    '0130',
    '01/2030',
    '01 / 2030',
    '1/2030',
    '012030',
    '2030-01',
    '2030/1',
    '203001',
    '01/30',
  ])('understands %s', (text) => {
    expect(formatExpiry({ text, caret: text.length, kind: 'replace' }).text).toBe('01/30');
    expect(readExpiry(text)).toEqual({ expirationMonth: '01', expirationYear: '2030' });
  });

  test('understands a month of two digits behind its year', () => {
    expect(readExpiry('203012')).toEqual({ expirationMonth: '12', expirationYear: '2030' });
  });
});

describe('editing in the middle', () => {
  test.each([
    ['the month loses its second digit', '1|/30', 'delete', '1|/30'],
    ['the month gets it back', '11|/30', 'insert', '11|/30'],
    ['an emptied month begins with a digit that is whole', '5|/30', 'insert', '05/|30'],
    ['an emptied month begins with a digit that may go on', '1|/30', 'insert', '1|/30'],
    ['a year digit is replaced', '12/4|30', 'insert', '12/4|3'],
    ['a year digit is deleted', '12/|0', 'delete', '12/|0'],
  ] as const)('%s', (_case, marked, kind, shown) => {
    const edit = { text: marked.replace('|', ''), caret: marked.indexOf('|'), kind };
    const { text, caret } = formatExpiry(edit);
    expect(`${text.slice(0, caret)}|${text.slice(caret)}`).toBe(shown);
  });
});

const NOW = new Date('2026-11-20T12:00:00Z');

test.each([
  ['nothing', '', 'required'],
  ['blanks', '  ', 'required'],
  ['a month alone', '12/', 'incomplete'],
  ['half a year', '12/3', 'incomplete'],
  ['a year being typed in full', '12/203', 'incomplete'],
  ['a year alone', '/30', 'incomplete'],
  ['letters', 'abc', 'incomplete'],
  ['month 13', '13/30', 'invalid'],
  ['month 00', '00/30', 'invalid'],
  ['last month', '10/26', 'expired'],
  ['last year', '12/25', 'expired'],
  ['a four-digit year in the past', '01/2020', 'expired'],
  ['this month', '11/26', null],
  ['a month to come', '01/30', null],
] as const)('finds the problem of %s', (_case, text, problem) => {
  expect(find(text, NOW)).toBe(problem);
});

test.each([
  ['is good while its month lasts anywhere on earth', '2026-12-01T11:59:59Z', null],
  ['is expired once its month is over everywhere', '2026-12-01T12:00:00Z', 'expired'],
] as const)('a card %s', (_case, now, problem) => {
  expect(find('11/26', new Date(now))).toBe(problem);
});
