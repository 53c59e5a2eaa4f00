import { expect, it } from 'vitest';
import { dueDayOf, printLine } from './boleto-line.ts';

const LINE = '00190500954014481606906809350314337370000000100';
function withFactor(factor: string) {
  return LINE.slice(0, 33) + factor + LINE.slice(37);
}

it('prints a line in the groups of a boleto', () => {
  expect(printLine(LINE)).toBe('00190.50095 40144.816069 06809.350314 3 37370000000100');
});

it.each([
  ['1000', '2025-02-22'],
  ['1002', '2025-02-24'],
  ['1646', '2026-11-30'],
  ['9999', '2049-10-13'],
])('reads the due day of factor %s', (factor, day) => {
  expect(dueDayOf(withFactor(factor))).toBe(day);
});

it.each([
  ['one without a due day', withFactor('0000')],
  ['one digit too few', LINE.slice(1)],
  ['another text', 'boleto'],
])('reads no due day in %s', (_name, line) => {
  expect(dueDayOf(line)).toBeNull();
});

it('leaves a text that is no line as it is', () => {
  expect(printLine('boleto')).toBe('boleto');
});
