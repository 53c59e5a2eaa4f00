import type { Timers } from './periodic.ts';

/** What came of work with a deadline: its value, its error, or nothing in time. */
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
