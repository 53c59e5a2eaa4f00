import type { Timers } from '../../contract/frame/timers.ts';

/** Timers that run out when told to: the earliest first, and tell which are set. */
export function manualTimers() {
  const set = new Map<number, { callback: () => void; delayMs: number }>();
  let next = 0;
  const timers: Timers = {
    set(callback, delayMs) {
      next += 1;
      set.set(next, { callback, delayMs });
      return next;
    },
    clear(timer) {
      if (typeof timer === 'number') set.delete(timer);
    },
  };

  /** Runs the one timer out that has this delay. */
  function runOut(delayMs: number): void {
    const found = [...set].find(([, timer]) => timer.delayMs === delayMs);
    if (found === undefined) throw new Error(`no timer of ${delayMs} ms in ${delays()}`);
    set.delete(found[0]);
    found[1].callback();
  }
  const delays = () => [...set.values()].map(({ delayMs }) => delayMs).sort((a, b) => a - b);

  return { timers, delays, runOut };
}

/** Lets every promise that can settle do so. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 30; turn += 1) await Promise.resolve();
}
