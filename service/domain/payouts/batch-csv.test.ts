import { describe, expect, it } from 'vitest';
import { readCsv } from './batch-csv.ts';

async function cellsOf(text: string, limit = 100) {
  const read = await readCsv(text, limit);
  return 'fault' in read ? read : read.rows.map(({ line, cells }) => [line, ...cells]);
}

describe('a table in a file', () => {
  it.each([
    ['with semicolons, as a Brazilian spreadsheet writes', 'a;b\r\n1,5;2\r\n'],
    ['with commas', 'a,b\n"1,5",2'],
    ['with tabs', 'a\tb\n1,5\t2\n'],
    ['with ends of lines of an old computer', 'a;b\r1,5;2\r'],
    ['with a byte order mark', '\ufeffa;b\r\n1,5;2'],
    ['with everything in quotes', '"a";"b"\r\n"1,5";"2"\r\n'],
  ])('is read %s', async (_name, text) => {
    expect(await cellsOf(text)).toEqual([
      [1, 'a', 'b'],
      [2, '1,5', '2'],
    ]);
  });

  it('is read by the separator that its first line says', async () => {
    expect(await cellsOf('sep=,\r\na,b;c\r\n')).toEqual([[2, 'a', 'b;c']]);
  });

  it('has quotes, separators and ends of lines inside quotes', async () => {
    expect(await cellsOf('a;b\n"x;""y""\r\nz";2\n3;4')).toEqual([
      [1, 'a', 'b'],
      [2, 'x;"y"\r\nz', '2'],
      [4, '3', '4'],
    ]);
  });

  it('has no rows without text, and counts their lines', async () => {
    expect(await cellsOf('a;b\n;;\n\n  ;\n1;2\n;;;')).toEqual([
      [1, 'a', 'b'],
      [5, '1', '2'],
    ]);
    expect(await cellsOf('')).toEqual([]);
  });

  it('has an empty cell after a last separator', async () => {
    expect(await cellsOf('a;b;')).toEqual([[1, 'a', 'b', '']]);
  });

  it('says where a quote begins that never ends', async () => {
    expect(await cellsOf('a;b\n1;2\n3;"4\n5;6')).toEqual({ fault: { kind: 'quote', line: 3 } });
    expect(await cellsOf('a;"b""')).toEqual({ fault: { kind: 'quote', line: 1 } });
  });

  it.each([
    ['a spreadsheet of another kind', 'PK\u0003\u0004\u0014\u0000\u0006\u0000'],
    ['text in another encoding', 'nome;valor\nJo\ufffdo;1'],
    ['text of two bytes a letter', 'a\u0000;\u0000b\u0000'],
  ])('is not %s', async (_name, text) => {
    expect(await cellsOf(text)).toEqual({ fault: { kind: 'not-text' } });
  });

  it('is read no further than the rows that are wanted', async () => {
    expect(await cellsOf('a\n\nb\nc\n"never', 3)).toEqual([
      [1, 'a'],
      [3, 'b'],
      [4, 'c'],
    ]);
  });

  it.each([
    ['rows', 'a\n'.repeat(3_000)],
    ['empty lines', '\n'.repeat(3_000)],
    ['cells', `a${';'.repeat(3_000)}`],
  ])('lets others of the process go first while it has many %s', async (_name, text) => {
    let turns = 0;
    const count = () => {
      turns += 1;
      counting = setImmediate(count);
    };
    let counting = setImmediate(count);
    await readCsv(text, 3_000);
    clearImmediate(counting);
    expect(turns).toBeGreaterThan(250);
  });
});
