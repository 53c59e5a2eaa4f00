// @vitest-environment happy-dom
import { beforeEach, expect, it } from 'vitest';
import { formatTime, startCountdown } from './countdown.ts';
import type { PageClock } from './page-clock.ts';

let nowMs: number;
let ticks: (() => void)[];
let clock: PageClock;

beforeEach(() => {
  nowMs = 1_000_000;
  ticks = [];
  clock = {
    now: () => nowMs,
    after: () => {},
    every: (_ms, act) => {
      ticks.push(act);
      return () => {
        ticks = ticks.filter((tick) => tick !== act);
      };
    },
  };
});

function start(secondsLeft: number) {
  const over: number[] = [];
  const countdown = startCountdown({
    secondsLeft,
    secondsInAll: 1800,
    clock,
    onOver: () => over.push(nowMs),
  });
  const pass = (seconds: number) => {
    nowMs += seconds * 1000;
    for (const tick of [...ticks]) tick();
  };
  const said = () => countdown.element.querySelector('[role=status]')?.textContent;
  return { ...countdown, over, pass, said };
}

it.each([
  [1800, '30:00'],
  [61, '01:01'],
  [0, '00:00'],
  [3725, '01:02:05'],
])('writes %i seconds as %s', (seconds, text) => {
  expect(formatTime(seconds)).toBe(text);
});

it('follows the clock, however late its ticks come', () => {
  const { element, pass } = start(1800);
  pass(1);
  expect(element.textContent).toContain('29:59');
  pass(600);
  expect(element.textContent).toContain('19:59');
});

it('says aloud when five minutes and one are left, and nothing in between', () => {
  const { pass, said } = start(302);
  pass(1);
  expect(said()).toBe('');
  pass(1);
  expect(said()).toBe('Faltam 5 minutos para pagar.');
  pass(240);
  expect(said()).toBe('Falta 1 minuto para pagar.');
});

it('tells once that the time is over, and ends', () => {
  const { element, pass, over } = start(2);
  pass(5);
  pass(5);
  expect(over).toHaveLength(1);
  expect(ticks).toEqual([]);
  expect(element.textContent).toContain('O tempo acabou');
});

it('is over at once where no time is left', () => {
  expect(start(0).over).toHaveLength(1);
});

it('counts no more once it is stopped', () => {
  const { stop, pass, over } = start(2);
  stop();
  pass(5);
  expect(over).toEqual([]);
});
