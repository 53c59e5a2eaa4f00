/** Real timers, as a parameter: tests run the work themselves. */
export type Timers = { after(delayMs: number, work: () => void): () => void };

export const realTimers: Timers = {
  after(delayMs, work) {
    const timer = setTimeout(work, delayMs);
    return () => clearTimeout(timer);
  },
};

/**
 * `intervalMs` lie between runs; `stop` waits for one under way. A failure does not end the series.
 */
export function runPeriodically(
  work: () => Promise<void>,
  options: { intervalMs: number; timers: Timers; onError: (error: unknown) => void },
): { stop(): Promise<void> } {
  let isStopped = false;
  let running: Promise<void> = Promise.resolve();
  let cancel: () => void = () => undefined;
  const plan = () => {
    if (isStopped) return;
    cancel = options.timers.after(options.intervalMs, () => {
      running = work().catch(options.onError).then(plan);
    });
  };
  plan();
  return {
    async stop() {
      isStopped = true;
      cancel();
      await running;
    },
  };
}

type CallNotes = { flush(): Promise<void> };

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
