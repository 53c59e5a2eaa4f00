import { dayIn, refuseLine } from './statement.ts';

/** A line of fixed columns, which are counted from 1 as the documents count them. */
export function fixedWidth(text: string, line: number) {
  const at = (from: number, to: number) => text.slice(from - 1, to);
  const read = (from: number, to: number, form: RegExp, what: string) => {
    return form.exec(at(from, to)) ?? refuseLine(line, `${what} at ${from}-${to}`);
  };
  return {
    at: (from: number, to: number) => at(from, to).trim(),
    number: (from: number, to: number) => Number(read(from, to, /^\d+$/, 'digits')[0]),
    /** `AAAAMMDD`, or `DDMMAAAA`. */
    day(from: number, isYearFirst: boolean): string {
      const form = isYearFirst ? /^(\d{4})(\d\d)(\d\d)$/ : /^(\d\d)(\d\d)(\d{4})$/;
      const [, ...parts] = read(from, from + 7, form, 'a day');
      return dayIn((isYearFirst ? parts : parts.reverse()).join('-'), line, `${from}-${from + 7}`);
    },
    expect(from: number, value: string): void {
      const to = from + value.length - 1;
      if (at(from, to) !== value) refuseLine(line, `"${value}" at ${from}-${to}`);
    },
    expectCount(from: number, to: number, read: number): void {
      if (Number(at(from, to)) !== read) refuseLine(line, `the count ${read} at ${from}-${to}`);
    },
  };
}

/** For a file whose last record has not come. */
export function refuseCut(lines: number): never {
  return refuseLine(lines, 'a trailer (record 9) as the last line: the file is cut off');
}
