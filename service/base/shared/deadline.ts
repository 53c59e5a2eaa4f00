import type { Timers } from './periodic.ts';

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
