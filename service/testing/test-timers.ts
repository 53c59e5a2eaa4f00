import type { Timers } from '../base/shared/periodic.ts';
import { until } from './until.ts';

/** Timers that run when the test says so; short ones (polls) run at once. */
export function manualTimers() {
  const waiting = new Set<{ delayMs: number; work: () => void }>();
  const timers: Timers = {
    after(delayMs, work) {
      if (delayMs < 100) {
        const handle = setImmediate(work);
        return () => clearImmediate(handle);
      }
      const entry = { delayMs, work };
      waiting.add(entry);
      return () => waiting.delete(entry);
    },
  };
  const run = (delayMs: number) => {
    for (const entry of [...waiting]) {
      if (entry.delayMs !== delayMs) continue;
      waiting.delete(entry);
      entry.work();
    }
  };
  /** Ends every wait, and tells how long each was to be. */
  const runAll = () =>
    [...waiting].map((entry) => {
      waiting.delete(entry);
      entry.work();
      return entry.delayMs;
    });
  /** Runs what is repeated at this interval, and resolves once it waits for its next turn. */
  const round = async (intervalMs: number) => {
    run(intervalMs);
    const isWaiting = () => [...waiting].some(({ delayMs }) => delayMs === intervalMs);
    await until(isWaiting);
  };
  return { timers, run, runAll, round };
}
