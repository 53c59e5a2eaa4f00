import type { DeviceSignals } from '../../contract/card/antifraud.ts';
import type { ThreeDSCompletion, ThreeDSState } from '../../contract/card/three-d-secure.ts';
import type { ThreeDSPayer } from '../../contract/card/three-d-secure-payer.ts';
import { CheckoutError, errorData } from '../../contract/errors/checkout-error.ts';
import type { PendingThreeDS } from '../../contract/published-types.ts';
import type { CheckoutRequest } from './checkout-request.ts';

/** The service asks the provider before it answers, so these are longer than a plain look-up. */
const SESSION_DEADLINE_MS = 15_000;
const COMPLETION_DEADLINE_MS = 10_000;
const PATH = 'three-d-secure-sessions';

/** One authentication at the service, by its single-use handle. */
export type ThreeDSSession = {
  /** How it stands. Nothing changes by asking. */
  read: (phase: string, signal?: AbortSignal) => Promise<ThreeDSState>;
  /** Reports what the browser saw; may be said again. */
  complete: (
    outcome: ThreeDSCompletion['outcome'],
    signal?: AbortSignal,
    providerReference?: string,
  ) => Promise<ThreeDSState>;
};

export function openThreeDSSession(
  request: CheckoutRequest,
  body: { token: string; device?: DeviceSignals; payer?: ThreeDSPayer },
  signal: AbortSignal | undefined,
): Promise<PendingThreeDS> {
  return request<PendingThreeDS>({
    method: 'POST',
    path: PATH,
    body,
    deadlineMs: SESSION_DEADLINE_MS,
    phase: 'session',
    signal,
  });
}

/** The calls about one handle. Throws `INVALID_DATA` for what cannot be one. */
export function threeDSSession(request: CheckoutRequest, id: string): ThreeDSSession {
  // It came through the merchant's page: it must not lead to another path.
  if (!/^\w[\w.~-]{0,199}$/.test(id)) {
    throw new CheckoutError(
      errorData('INVALID_DATA', 'threeDSecureAction.session_id is not one of the service', {
        phase: 'session',
        field: 'threeDSecureAction.session_id',
      }),
    );
  }
  const path = `${PATH}/${id}`;
  return {
    read: (phase, signal) =>
      request<ThreeDSState>({
        method: 'GET',
        path,
        deadlineMs: SESSION_DEADLINE_MS,
        phase,
        signal,
      }),
    complete: (outcome, signal, providerReference) =>
      request<ThreeDSState>({
        method: 'POST',
        path: `${path}/complete`,
        body: { outcome, ...(providerReference === undefined ? {} : { providerReference }) },
        deadlineMs: COMPLETION_DEADLINE_MS,
        phase: 'completion',
        signal,
      }),
  };
}
