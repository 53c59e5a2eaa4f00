import { expect, it } from 'vitest';
import { printLine } from './boleto-line.ts';

it('prints a line in the groups of a boleto', () => {
  const printed = '00190.50095 40144.816069 06809.350314 3 37370000000100';
  expect(printLine('00190500954014481606906809350314337370000000100')).toBe(printed);
});

it('leaves a text that is no line as it is', () => {
  expect(printLine('boleto')).toBe('boleto');
});
