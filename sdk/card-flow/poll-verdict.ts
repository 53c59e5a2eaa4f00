import type { ThreeDSState } from '../../contract/card/three-d-secure.ts';
import type { Timers } from '../../contract/frame/timers.ts';
import type { ThreeDSSession } from './three-d-secure-session.ts';

/** Often enough for a buyer who waits, seldom enough for an acquirer that is asked each time. */
export const POLL_MS = 10_000;

/** For a bank's page that may end without a word. A failure says nothing: it is asked again. */
export function pollVerdict(options: {
  session: ThreeDSSession;
  timers: Timers;
  signal: AbortSignal;
  onVerdict: (state: ThreeDSState) => void;
}): () => void {
  const { session, timers, signal, onVerdict } = options;
  let timer: unknown = null;
  async function ask(): Promise<void> {
    const state = await session.complete('done', signal).catch(() => null);
    if (signal.aborted) return;
    if (state !== null && state.status !== 'OPEN') return onVerdict(state);
    wait();
  }
  function wait(): void {
    timer = timers.set(ask, POLL_MS);
  }
  wait();
  return () => timers.clear(timer);
}
