import type { Timers } from '../base/shared/periodic.ts';
import { PATIENCE_MS } from './until.ts';

/** Timers that run when the test says so; short ones (polls) run at once. */
export function manualTimers() {
  const waiting = new Set<{ delayMs: number; work: () => void }>();
  /** Told of each wait that begins. */
  const hearers = new Set<(delayMs: number) => void>();
  const timers: Timers = {
    after(delayMs, work) {
      if (delayMs < 100) {
        const handle = setImmediate(work);
        return () => clearImmediate(handle);
      }
      const entry = { delayMs, work };
      waiting.add(entry);
      for (const hear of [...hearers]) hear(delayMs);
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
    if (![...waiting].some(({ delayMs }) => delayMs === intervalMs)) await begun(intervalMs);
  };
  /** A wait of so long begins: nothing is looked at meanwhile, so that the work has the machine. */
  const begun = (wanted: number) =>
    new Promise<void>((resolve, reject) => {
      const never = () => reject(new Error(`no wait of ${wanted} ms began in ${PATIENCE_MS} ms`));
      const patience = setTimeout(never, PATIENCE_MS);
      const hear = (delayMs: number) => {
        if (delayMs !== wanted) return;
        hearers.delete(hear);
        clearTimeout(patience);
        resolve();
      };
      hearers.add(hear);
    });
  return { timers, run, runAll, round };
}
