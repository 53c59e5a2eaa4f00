import { expect, test } from 'vitest';
import { contrastOf, readRgb } from './faint-text.ts';

test.each([
  ['black on white', [0, 0, 0], [255, 255, 255], 21],
  ['a colour on itself', [9, 99, 199], [9, 99, 199], 1],
  ['grey on white', [118, 118, 118], [255, 255, 255], 4.54],
] as const)('the contrast of %s', (_what, one, other, expected) => {
  expect(contrastOf(one, other)).toBeCloseTo(expected, 2);
  expect(contrastOf(other, one)).toBeCloseTo(expected, 2);
});

test('a computed colour is read, and one that something shines through is not', () => {
  expect(readRgb('rgb(1, 20, 255)')).toEqual([1, 20, 255]);
  expect(readRgb('rgba(1, 20, 255, 0.5)')).toBeNull();
  expect(readRgb('rgba(0, 0, 0, 0)')).toBeNull();
});
