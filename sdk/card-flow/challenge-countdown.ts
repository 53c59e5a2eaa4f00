import type { Timers } from '../../contract/frame/timers.ts';
import type { TimeMark } from './challenge-messages.ts';
import { TIME_MARKS } from './challenge-messages.ts';

/**
 * Tells the whole seconds left, at once and each second; by the clock, since a hidden tab's timers
 * are late. `onMark` hears each mark once, of several gone by the latest. Returns what stops it.
 */
export function startCountdown(options: {
  remainingMs: number;
  now: () => Date;
  timers: Timers;
  onSecond: (secondsLeft: number) => void;
  onMark: (mark: TimeMark) => void;
}): () => void {
  const { now, timers, onSecond, onMark } = options;
  const endsAt = now().getTime() + options.remainingMs;
  let timer: unknown = null;
  // What is already gone by at the start is nothing to announce.
  let secondsBefore = Math.ceil(options.remainingMs / 1000);

  function tick(): void {
    const leftMs = Math.max(0, endsAt - now().getTime());
    const seconds = Math.ceil(leftMs / 1000);
    onSecond(seconds);
    const passed = TIME_MARKS.filter((mark) => seconds <= mark && mark < secondsBefore);
    const latest = passed.at(-1);
    if (latest !== undefined && seconds > 0) onMark(latest);
    secondsBefore = seconds;
    timer = seconds === 0 ? null : timers.set(tick, leftMs % 1000 || 1000);
  }

  tick();
  return () => {
    if (timer !== null) timers.clear(timer);
    timer = null;
  };
}

/** `mm:ss`, the way a clock shows it in all three languages. */
export function clockText(seconds: number): string {
  const two = (value: number) => String(value).padStart(2, '0');
  return `${two(Math.floor(seconds / 60))}:${two(seconds % 60)}`;
}
