import type { ThreeDSFailureReason, ThreeDSState } from '../../contract/card/three-d-secure.ts';
import {
  CheckoutError,
  errorData,
  toErrorData,
  withDetails,
} from '../../contract/errors/checkout-error.ts';
import type { AuthenticationOutcome } from '../../contract/frame/hosted-calls.ts';

/** What the service's verdict is to the caller: an outcome, or the error that tells why not. */
export function settleThreeDS(
  { id, status, reason, payinId }: ThreeDSState,
  phase: string,
): AuthenticationOutcome {
  const details = { phase, ...(payinId === null ? {} : { payinId }) };
  switch (status) {
    case 'AUTHENTICATED':
    case 'ATTEMPTED':
      return { referenceId: id, status };
    case 'FAILED':
      throw threeDSFailed(reason ?? 'error', details);
    case 'EXPIRED': {
      const message = 'the authentication ran out of time; the card was not refused';
      throw new CheckoutError(errorData('THREEDS_EXPIRED', message, details));
    }
    case 'OPEN':
      throw new CheckoutError(errorData('TIMEOUT', 'the authentication is still open', details));
  }
}

export function threeDSFailed(
  reason: ThreeDSFailureReason,
  details: { phase: string; payinId?: string },
): CheckoutError {
  const message = `the cardholder was not authenticated: ${reason}`;
  return new CheckoutError(errorData('THREEDS_FAILED', message, { ...details, reason }));
}

/** An end the service knew before counts; a failure from our own report says less than `thrown`. */
export function settleFailedRun(thrown: unknown, state: ThreeDSState): AuthenticationOutcome {
  const isOurReport = state.status === 'FAILED' && state.reason === 'error';
  if (state.status !== 'OPEN' && !isOurReport) return settleThreeDS(state, 'completion');
  const data = withDetails(toErrorData(thrown), { phase: 'challenge' });
  throw new CheckoutError(data, { cause: thrown });
}
