import { expect, it } from 'vitest';
import { dayInSaoPaulo, endOfDay, isBankDay, startOfDay } from './sao-paulo-days.ts';

it.each([
  ['a Friday', '2027-03-05', true],
  ['a Saturday', '2027-03-06', false],
  ['the Monday before carnival', '2027-02-08', false],
  ['carnival', '2027-02-09', false],
  ['the Monday after it', '2027-02-15', true],
  ['Good Friday', '2027-03-26', false],
  ['Corpus Christi', '2027-05-27', false],
  ['the day of Black consciousness', '2026-11-20', false],
  ['the Monday before a holiday that moves', '2028-02-28', false],
  ['the Monday before Tiradentes on a Tuesday', '2026-04-20', true],
])('a day on which banks work is %s: %s', (_name, day, isOne) => {
  expect(isBankDay(day)).toBe(isOne);
});

it.each([
  ['2026-11-20', '2026-11-20T03:00:00.000Z', '2026-11-21T02:59:59.000Z'],
  // Clocks were put forward at that midnight, and back at the end of the other.
  ['2018-11-04', '2018-11-04T03:00:00.000Z', '2018-11-05T01:59:59.000Z'],
  ['2018-02-17', '2018-02-17T02:00:00.000Z', '2018-02-18T02:59:59.000Z'],
])('%s is from %s to %s', (day, from, to) => {
  expect([startOfDay(day), endOfDay(day)]).toEqual([new Date(from), new Date(to)]);
  expect([dayInSaoPaulo(new Date(from)), dayInSaoPaulo(new Date(to))]).toEqual([day, day]);
});
