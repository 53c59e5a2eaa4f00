import type { ThreeDSState } from '../../contract/card/three-d-secure.ts';
import { toErrorData } from '../../contract/errors/checkout-error.ts';
import type { Timers } from '../../contract/frame/timers.ts';
import type { ThreeDSSession } from './three-d-secure-session.ts';

/** A little later than told, so that the service finds its time over when it is asked. */
const SLACK_MS = 500;
const ASK_AGAIN_MS = 2_000;
const MOST_FAILURES = 3;

/** When an authentication is over, in time left as the service told it; no clock is read here. */
export type ServiceDeadline = {
  reset: (remainingMs: number) => void;
  isOver: () => boolean;
  /** One listener at a time; null for none. */
  onOver: (listener: (() => void) | null) => void;
  clear: () => void;
};

export function createDeadline(timers: Timers): ServiceDeadline {
  let timer: unknown = null;
  let isOver = false;
  let listener: (() => void) | null = null;

  function clear(): void {
    if (timer !== null) timers.clear(timer);
    timer = null;
  }

  return {
    reset(remainingMs) {
      clear();
      isOver = false;
      timer = timers.set(() => {
        isOver = true;
        listener?.();
      }, Math.max(0, remainingMs) + SLACK_MS);
    },
    isOver: () => isOver,
    onOver(next) {
      listener = next;
    },
    clear,
  };
}

/**
 * Asks the service when the time seems over: a sleeping tab's timers are late, its clock may be
 * off. Tells of a verdict, or that the service cannot be asked. Returns the function that stops it.
 */
export function watchDeadline(options: {
  session: ThreeDSSession;
  deadline: ServiceDeadline;
  signal: AbortSignal;
  onOver: (state: ThreeDSState) => void;
  onLost: (thrown: unknown) => void;
}): () => void {
  const { session, deadline, signal, onOver, onLost } = options;
  let failures = 0;

  async function ask(): Promise<void> {
    try {
      const state = await session.read('challenge', signal);
      if (state.status !== 'OPEN') return onOver(state);
      failures = 0;
      deadline.reset(Math.max(state.remainingMs, ASK_AGAIN_MS));
    } catch (thrown) {
      failures += 1;
      if (signal.aborted) return;
      if (failures === MOST_FAILURES || !toErrorData(thrown).retryable) return onLost(thrown);
      deadline.reset(ASK_AGAIN_MS);
    }
  }

  deadline.onOver(ask);
  return () => deadline.onOver(null);
}
