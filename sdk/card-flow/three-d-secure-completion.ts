import type { ThreeDSState } from '../../contract/card/three-d-secure.ts';
import { CheckoutError, errorData, toErrorData } from '../../contract/errors/checkout-error.ts';
import type { Timers } from '../../contract/frame/timers.ts';
import type { ServiceDeadline } from './three-d-secure-deadline.ts';
import type { ThreeDSSession } from './three-d-secure-session.ts';
import { wait } from './wait.ts';

const FIRST_WAIT_MS = 400;
const LONGEST_WAIT_MS = 5_000;
/** A buyer who gave up is not kept waiting for a service that does not answer. */
const TRIES_WHEN_CANCELLED = 3;

/**
 * Reports how the run stands and asks until the service has a verdict, or a challenge: the provider's server may be
 * slower than its script, and the network may fail. Ends with the deadline of the service: then it
 * rejects with the last failure, or `TIMEOUT` where the service still had none. A cancelled run
 * that cannot be reported is cancelled all the same.
 */
export async function completeThreeDS(options: {
  session: ThreeDSSession;
  outcome: 'ready' | 'done' | 'cancelled';
  providerReference?: string | undefined;
  deadline: ServiceDeadline;
  timers: Timers;
  signal?: AbortSignal | undefined;
}): Promise<ThreeDSState | 'cancelled'> {
  const { session, outcome, providerReference, deadline, timers, signal } = options;
  for (let tries = 1; ; tries += 1) {
    let failure = timeout();
    const isLast = deadline.isOver();
    try {
      const state = await session.complete(outcome, signal, providerReference);
      if (state.status !== 'OPEN' || state.session !== undefined) return state;
      if (!isLast) deadline.reset(state.remainingMs);
    } catch (thrown) {
      if (signal?.aborted || !toErrorData(thrown).retryable) throw thrown;
      failure = thrown instanceof CheckoutError ? thrown : failure;
    }
    if (outcome === 'cancelled' && tries === TRIES_WHEN_CANCELLED) return 'cancelled';
    if (isLast) throw failure;
    const delayMs = Math.min(FIRST_WAIT_MS * 2 ** (tries - 1), LONGEST_WAIT_MS);
    if (!(await wait(delayMs, timers, signal))) throw aborted();
  }
}

function aborted(): CheckoutError {
  return new CheckoutError(errorData('ABORTED', 'aborted', { phase: 'completion' }));
}

function timeout(): CheckoutError {
  const message = 'the service did not learn how the authentication ended';
  return new CheckoutError(errorData('TIMEOUT', message, { phase: 'completion' }));
}
