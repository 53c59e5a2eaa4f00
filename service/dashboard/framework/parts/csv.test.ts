import { describe, expect, it } from 'vitest';
import { csvHeader, csvLine, csvResponse, csvText } from './csv.ts';

describe('a file for spreadsheets', () => {
  it.each([
    ['=1+1', "'=1+1"],
    ['+55', "'+55"],
    ['-5', "'-5"],
    ['@SUM', "'@SUM"],
    ['\tx', '"\'\tx"'],
    ['\rx', '"\'\rx"'],
    ['a;b', '"a;b"'],
    ['a"b', '"a""b"'],
    ['=a"b', '"\'=a""b"'],
    ['\nx', '"\'\nx"'],
    ['＝1+1', "'＝1+1"],
    [' =1+1', "' =1+1"],
    ['\u202E\u200B@x', "'\u202E\u200B@x"],
    ['\u3000＋1', "'\u3000＋1"],
    ['x;\u200F＝1', '"x;\u200F\'＝1"'],
    [' a-1', ' a-1'],
    // Where the other separator is taken, each of these is a cell of its own.
    ['x;=1+1', '"x;\'=1+1"'],
    ['x, -5', '"x, \'-5"'],
    ['x\n@SUM', '"x\n\'@SUM"'],
    ['a-b=c@d', 'a-b=c@d'],
    ['plain', 'plain'],
  ])('writes %j as %j, which no spreadsheet runs', (text, cell) => {
    expect(csvText(text)).toBe(cell);
  });

  it.each([
    [123_456, '1234,56', '1234.56'],
    [5, '0,05', '0.05'],
    [0, '0,00', '0.00'],
    [-5, '-0,05', '-0.05'],
  ])('writes %d centavos as a number of each language', (centavos, portuguese, english) => {
    expect(csvLine([{ centavos }, 'x'], 'pt-BR')).toBe(`${portuguese};x\r\n`);
    expect(csvLine([{ centavos }, 'x'], 'en')).toBe(`${english},x\r\n`);
  });

  it.each(['pt-BR', 'en'] as const)('writes a moment by the clock of Brasília: %s', (language) => {
    const at = new Date('2026-11-24T01:30:05.999Z');
    expect(csvLine([{ at }], language)).toBe('2026-11-23 22:30:05\r\n');
  });

  it('begins with the mark of its letters', () => {
    expect(csvHeader(['código', 'valor'], 'pt-BR')).toBe('\uFEFFcódigo;valor\r\n');
  });

  it('is read no further than it is taken, and not at all once the browser has gone', async () => {
    const read: string[] = [];
    async function* endless() {
      for (;;) {
        read.push('x');
        yield 'x';
      }
    }
    const reader = csvResponse({ inTurn: (work) => work() }, 'x', endless(), {}).body?.getReader();
    for (let taken = 0; taken < 3; taken += 1) await reader?.read();
    expect(read).toHaveLength(3);
    await reader?.cancel();
    expect((await reader?.read())?.done).toBe(true);
    expect(read).toHaveLength(3);
  });

  it('breaks off where what it is made of does', async () => {
    async function* broken() {
      yield 'x';
      throw new Error('the database is gone');
    }
    const reader = csvResponse({ inTurn: (work) => work() }, 'x', broken(), {}).body?.getReader();
    await reader?.read();
    await expect(reader?.read()).rejects.toThrow('the database is gone');
  });
});
