import { describe, expect, it } from 'vitest';
import { readCsv } from './batch-csv.ts';

function cellsOf(text: string) {
  const read = readCsv(text);
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
  ])('is read %s', (_name, text) => {
    expect(cellsOf(text)).toEqual([
      [1, 'a', 'b'],
      [2, '1,5', '2'],
    ]);
  });

  it('is read by the separator that its first line says', () => {
    expect(cellsOf('sep=,\r\na,b;c\r\n')).toEqual([[2, 'a', 'b;c']]);
  });

  it('has quotes, separators and ends of lines inside quotes', () => {
    expect(cellsOf('a;b\n"x;""y""\r\nz";2\n3;4')).toEqual([
      [1, 'a', 'b'],
      [2, 'x;"y"\r\nz', '2'],
      [4, '3', '4'],
    ]);
  });

  it('has no rows without text, and counts their lines', () => {
    expect(cellsOf('a;b\n;;\n\n  ;\n1;2\n;;;')).toEqual([
      [1, 'a', 'b'],
      [5, '1', '2'],
    ]);
    expect(cellsOf('')).toEqual([]);
  });

  it('has an empty cell after a last separator', () => {
    expect(cellsOf('a;b;')).toEqual([[1, 'a', 'b', '']]);
  });

  it('says where a quote begins that never ends', () => {
    expect(cellsOf('a;b\n1;2\n3;"4\n5;6')).toEqual({ fault: { kind: 'quote', line: 3 } });
    expect(cellsOf('a;"b""')).toEqual({ fault: { kind: 'quote', line: 1 } });
  });

  it.each([
    ['a spreadsheet of another kind', 'PK\u0003\u0004\u0014\u0000\u0006\u0000'],
    ['text in another encoding', 'nome;valor\nJo\ufffdo;1'],
    ['text of two bytes a letter', 'a\u0000;\u0000b\u0000'],
  ])('is not %s', (_name, text) => {
    expect(cellsOf(text)).toEqual({ fault: { kind: 'not-text' } });
  });
});
