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

export type Timed<Value> =
  | { kind: 'answered'; value: Value }
  | { kind: 'failed'; error: unknown }
  | { kind: 'timeout' };

/** Runs `work` with a signal that is aborted when `deadlineMs` is over; never throws. */
export function withDeadline<Value>(
  work: (signal: AbortSignal) => Promise<Value>,
  { deadlineMs, timers }: { deadlineMs: number; timers: Timers },
): Promise<Timed<Value>> {
  const controller = new AbortController();
  return new Promise((resolve) => {
    const cancel = timers.after(deadlineMs, () => {
      resolve({ kind: 'timeout' });
      controller.abort();
    });
    work(controller.signal)
      .then<Timed<Value>, Timed<Value>>(
        (value) => ({ kind: 'answered', value }),
        (error: unknown) => ({ kind: 'failed', error }),
      )
      .then((outcome) => {
        cancel();
        resolve(outcome);
      });
  });
}

/** The value, or null where it takes longer than `withinMs`; it may still come after that. */
export function orLater<Value>(
  value: Promise<Value>,
  withinMs: number,
  timers: Timers,
): Promise<Value | null> {
  return new Promise((resolve, reject) => {
    const cancel = timers.after(withinMs, () => resolve(null));
    value.finally(cancel).then(resolve, reject);
  });
}
