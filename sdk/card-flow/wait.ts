import type { Timers } from '../../contract/frame/timers.ts';

/** Resolves to true after so long, or to false as soon as the signal aborts. */
export function wait(
  delayMs: number,
  timers: Timers,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  return new Promise((resolve) => {
    const end = (isOver: boolean) => {
      timers.clear(timer);
      signal?.removeEventListener('abort', onAbort);
      resolve(isOver);
    };
    const onAbort = () => end(false);
    const timer = timers.set(() => end(true), delayMs);
    if (signal?.aborted) onAbort();
    else signal?.addEventListener('abort', onAbort);
  });
}
