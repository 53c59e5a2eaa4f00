import { expect, it } from 'vitest';
import { pauseBeforePoll } from './poll-times.ts';

it.each([
  [0, 20],
  [19, 1],
  [20, 40],
  [61, 119],
  [899, 1],
])('the next poll of an open PIX of %d s comes %d s later', (ageSeconds, pauseSeconds) => {
  expect(pauseBeforePoll('PIX', ageSeconds * 1000)).toBe(pauseSeconds * 1000);
});
