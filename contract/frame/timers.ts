/** Timers are handed in: the page's own are not throttled, a frame's may be. */
export type Timers = {
  set: (callback: () => void, delayMs: number) => unknown;
  clear: (timer: unknown) => void;
};

export const systemTimers: Timers = {
  set: (callback, delayMs) => setTimeout(callback, delayMs),
  clear: (timer) => clearTimeout(timer as ReturnType<typeof setTimeout>),
};
