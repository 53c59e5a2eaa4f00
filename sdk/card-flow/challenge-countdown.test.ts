import { expect, it } from 'vitest';
import { clockText, startCountdown } from './challenge-countdown.ts';
import { manualTimers } from './manual-timers.cases.ts';

/** A countdown from here whose timers are late by what a test says. */
function countFrom(remainingMs: number) {
  const { timers, delays, runOut } = manualTimers();
  const heard = { seconds: [] as number[], marks: [] as number[] };
  let nowMs = 0;
  const stop = startCountdown({
    remainingMs,
    now: () => new Date(nowMs),
    timers,
    onSecond: (seconds) => void heard.seconds.push(seconds),
    onMark: (mark) => void heard.marks.push(mark),
  });
  const sleep = (ms: number) => {
    nowMs += ms;
    runOut(delays()[0] ?? 0);
  };
  return { heard, sleep, stop, delays };
}

it.each([
  ['of the latest alone where two went by', 400_000, 370_000, [30]],
  ['where one second is left', 31_000, 30_000, [30]],
  ['of none that was gone by at the start', 45_000, 1_000, []],
  ['of none where the time is over', 400_000, 400_000, []],
  ['of none where the clock is past the end', 400_000, 900_000, []],
])('a tab that slept is told %s', (_what, remainingMs, asleepMs, marks) => {
  const { heard, sleep, stop } = countFrom(remainingMs);
  sleep(asleepMs);
  expect(heard.marks).toEqual(marks);
  stop();
});

it('tells whole seconds, and sets no timer after the last nor once it is stopped', () => {
  const { heard, sleep, delays } = countFrom(1_500);
  expect(delays()).toEqual([500]);
  sleep(500);
  sleep(1_000);
  expect(heard.seconds).toEqual([2, 1, 0]);
  expect(delays()).toEqual([]);
  const stopped = countFrom(5_000);
  stopped.stop();
  expect(stopped.delays()).toEqual([]);
});

it('tells each mark once, however many seconds go by', () => {
  const { heard, sleep, stop } = countFrom(32_000);
  for (let second = 0; second < 4; second += 1) sleep(1_000);
  expect(heard.marks).toEqual([30]);
  stop();
});

it.each([
  [0, '00:00'],
  [59, '00:59'],
  [60, '01:00'],
  [900, '15:00'],
])('shows %i seconds as %s', (seconds, text) => {
  expect(clockText(seconds)).toBe(text);
});
