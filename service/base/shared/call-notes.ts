import type { Timers } from './periodic.ts';
import { runPeriodically } from './periodic.ts';

export type CallNotes = { flush(): Promise<void> };

const FLUSH_EVERY_MS = 10_000;

export function startFlushing(
  notes: readonly CallNotes[],
  { timers, onError }: { timers: Timers; onError: (error: unknown) => void },
): () => Promise<void> {
  const flush = async () => {
    for (const one of notes) await one.flush();
  };
  const series = runPeriodically(flush, { intervalMs: FLUSH_EVERY_MS, timers, onError });
  return async () => {
    await series.stop();
    await flush();
  };
}
