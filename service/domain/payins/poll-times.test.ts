import { describe, expect, it } from 'vitest';
import { isBankDay, pauseBeforePoll } from './poll-times.ts';

describe('a day on which banks work', () => {
  it.each([
    ['a Friday', '2027-03-05T12:00:00Z', true],
    ['a Saturday', '2027-03-06T12:00:00Z', false],
    ['a Friday in São Paulo that is a Saturday in Greenwich', '2027-03-06T02:00:00Z', true],
    ['the Monday before carnival', '2027-02-08T12:00:00Z', false],
    ['carnival', '2027-02-09T12:00:00Z', false],
    ['the Monday after it', '2027-02-15T12:00:00Z', true],
    ['Good Friday', '2027-03-26T12:00:00Z', false],
    ['Corpus Christi', '2027-05-27T12:00:00Z', false],
    ['the day of Black consciousness', '2026-11-20T12:00:00Z', false],
    ['the Monday before a holiday that moves', '2028-02-28T12:00:00Z', false],
    ['the Monday before Tiradentes on a Tuesday', '2026-04-20T12:00:00Z', true],
  ])('is %s: %s', (_name, instant, isOne) => {
    expect(isBankDay(new Date(instant))).toBe(isOne);
  });
});

describe('the next look at an open payment', () => {
  it.each([
    [0, 20],
    [19, 1],
    [20, 40],
    [61, 119],
    [899, 1],
  ])('by PIX of %d s comes %d s later', (ageSeconds, pauseSeconds) => {
    expect(pauseBeforePoll('PIX', ageSeconds * 1000)).toBe(pauseSeconds * 1000);
  });
});
