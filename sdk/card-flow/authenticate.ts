import { readFormChallenge } from '../../contract/card/form-challenge.ts';
import type { ThreeDSFailureReason, ThreeDSState } from '../../contract/card/three-d-secure.ts';
import type { ThreeDSPayer } from '../../contract/card/three-d-secure-payer.ts';
import {
  CheckoutError,
  errorData,
  toErrorData,
  withDetails,
  withOutcome,
} from '../../contract/errors/checkout-error.ts';
import type { AuthenticationOutcome } from '../../contract/frame/hosted-calls.ts';
import type { Timers } from '../../contract/frame/timers.ts';
import type { CheckoutConfig, PendingThreeDS } from '../../contract/published-types.ts';
import { captureSignals } from './antifraud.ts';
import type { CheckoutRequest } from './checkout-request.ts';
import { readPendingThreeDS } from './pending-three-ds.ts';
import { pollVerdict } from './poll-verdict.ts';
import { completeThreeDS } from './three-d-secure-completion.ts';
import type { ServiceDeadline } from './three-d-secure-deadline.ts';
import { createDeadline, watchDeadline } from './three-d-secure-deadline.ts';
import type { ThreeDSDriverResult } from './three-d-secure-driver.ts';
import { readThreeDSPayer } from './three-d-secure-payer.ts';
import type { ThreeDSSession } from './three-d-secure-session.ts';
import { openThreeDSSession, threeDSSession } from './three-d-secure-session.ts';

export type AuthenticationRun = (run: {
  pending: PendingThreeDS;
  /** For a provider's script that asks who pays. */
  payer?: ThreeDSPayer | undefined;
  /** Time left by the service's clock. */
  remainingMs: number;
  /** Aborts when the run is to end: nothing it shows may stay. */
  signal: AbortSignal;
  /** See `ThreeDSDriverRun`. */
  proceed: () => Promise<string>;
}) => Promise<ThreeDSDriverResult>;

export type Authentication = {
  request: CheckoutRequest;
  /** A token before the order, or the challenge fields of a payin as they reached the page. */
  subject: { token: string } | { pending: { [member: string]: unknown } };
  config: CheckoutConfig;
  /** Who pays, as the page has them; asked for where the provider's script is given them. */
  customer?: unknown;
  run: AuthenticationRun;
  timers: Timers;
  signal?: AbortSignal | undefined;
  /** True as `signal` aborts: nothing is reported, so that the page, loaded anew, takes it up. */
  isLeaving?: () => boolean;
};

/**
 * Runs one 3-D Secure authentication from its opening to the service's own verdict; what the
 * browser saw is only reported to it. Resolves once the cardholder is authenticated, which approves
 * nothing. Rejects with `details.phase` (`config`, `session`, `script`, `method`, `challenge`,
 * `completion`): `THREEDS_FAILED` with `details.reason`, `THREEDS_EXPIRED`,
 * `THREEDS_SDK_UNAVAILABLE` with `details.cause`, `INVALID_DATA` with `details.field` for a member
 * the merchant's back end took away, `INVALID_ARGUMENT` with `details.field` for what the script
 * needs of `customer`, `ABORTED`, `NETWORK`, `TIMEOUT`. An abort is reported as cancelled, a run
 * that failed as failed.
 */
export async function authenticate(options: Authentication): Promise<AuthenticationOutcome> {
  const { request, subject, signal, timers } = options;
  if (signal?.aborted) throw aborted('session');
  const payer = asksWhoPays(options.config) ? readThreeDSPayer(options.customer) : undefined;
  const told = payer && { device: captureSignals(window), payer };
  const pending = readPendingThreeDS(
    'token' in subject
      ? await openThreeDSSession(request, { token: subject.token, ...told }, signal)
      : subject.pending,
  );
  const session = threeDSSession(request, pending.threeDSecureAction.session_id);
  const deadline = createDeadline(timers);
  try {
    // The service's clock decides before anything is loaded: the browser's may be an hour off.
    const state = await session.read('session', signal);
    if (state.status !== 'OPEN') return settleThreeDS(state, 'session');
    deadline.reset(state.remainingMs);
    return await runAndComplete(options, { pending, payer, session, deadline, state });
  } catch (thrown) {
    if (signal?.aborted && options.isLeaving?.() !== true) {
      // Nobody waits for it: the page that aborted has gone on.
      session.complete('cancelled').catch(() => undefined);
    }
    throw thrown;
  } finally {
    deadline.clear();
  }
}

function asksWhoPays({ capabilities: { threeDS } }: CheckoutConfig): boolean {
  return threeDS.enabled && threeDS.needsCard === true;
}

type Open = {
  pending: PendingThreeDS;
  payer: ThreeDSPayer | undefined;
  session: ThreeDSSession;
  deadline: ServiceDeadline;
  state: ThreeDSState;
};

async function runAndComplete(options: Authentication, open: Open): Promise<AuthenticationOutcome> {
  const { signal, timers } = options;
  const { pending, session, deadline } = open;
  let result: ThreeDSDriverResult | ThreeDSState;
  try {
    assertScript(pending, options.config);
    result = await runUntilOver(options, open);
  } catch (thrown) {
    if (signal?.aborted) throw thrown;
    const settled = await session.complete('failed', signal).catch(() => null);
    if (settled === null) throw lost(options.subject, thrown);
    return settleFailedRun(thrown, settled);
  }
  if ('status' in result) return settleThreeDS(result, 'challenge');
  const state = await completeThreeDS({ ...result, session, deadline, timers, signal });
  if (state === 'cancelled') {
    throw lost(options.subject, threeDSFailed('cancelled', { phase: 'completion' }));
  }
  return settleThreeDS(state, 'completion');
}

/** The service was not told of the end, and may know of another: behind an order that counts. */
function lost(subject: Authentication['subject'], thrown: unknown): CheckoutError {
  const data = withDetails(toErrorData(thrown), { phase: 'challenge' });
  const outcome = 'pending' in subject ? 'unknown' : data.outcome;
  return new CheckoutError(withOutcome(data, outcome), { cause: thrown });
}

/** `threeDSecureSdkUrl` came by the page: it is compared, and what is loaded the service names. */
function assertScript(pending: PendingThreeDS, { capabilities }: CheckoutConfig): void {
  const { threeDS } = capabilities;
  if (threeDS.enabled && pending.threeDSecureProvider !== threeDS.provider) {
    throw unavailable('unsupported', 'the payin names another 3-D Secure provider');
  }
  if (!threeDS.enabled || pending.threeDSecureSdkUrl !== threeDS.sdkUrl) {
    throw unavailable('refused', 'threeDSecureSdkUrl is not what the service names: not loaded');
  }
}

function unavailable(cause: 'unsupported' | 'refused', message: string): CheckoutError {
  return new CheckoutError(
    errorData('THREEDS_SDK_UNAVAILABLE', message, { phase: 'script', cause }),
  );
}

/** The run, or the service's verdict where that comes first: its time is over by its own clock. */
async function runUntilOver(
  { run, signal, timers }: Authentication,
  { pending, payer, session, deadline, state }: Open,
): Promise<ThreeDSDriverResult | ThreeDSState> {
  const controller = new AbortController();
  let stop = () => {};
  try {
    return await new Promise<ThreeDSDriverResult | ThreeDSState>((resolve, reject) => {
      const onAbort = () => reject(aborted('challenge'));
      signal?.addEventListener('abort', onAbort);
      const stopWatching = watchDeadline({
        session,
        deadline,
        signal: controller.signal,
        onOver: resolve,
        onLost: reject,
      });
      const stopPolling = mayEndSilently(pending)
        ? pollVerdict({ session, timers, signal: controller.signal, onVerdict: resolve })
        : () => {};
      stop = () => {
        signal?.removeEventListener('abort', onAbort);
        stopWatching();
        stopPolling();
      };
      const proceed = async () => {
        const { signal } = controller;
        const state = await completeThreeDS({
          outcome: 'ready',
          session,
          deadline,
          timers,
          signal,
        });
        if (state !== 'cancelled' && state.session !== undefined) return state.session;
        if (state !== 'cancelled') resolve(state);
        return new Promise<string>(() => undefined);
      };
      const { remainingMs } = state;
      run({ pending, payer, remainingMs, signal: controller.signal, proceed }).then(
        resolve,
        reject,
      );
    });
  } finally {
    stop();
    controller.abort();
  }
}

/** A bank's page of its own, whose one word at its end may be lost. */
function mayEndSilently({ threeDSecureSession }: PendingThreeDS): boolean {
  return readFormChallenge(threeDSecureSession) !== null;
}

function aborted(phase: string): CheckoutError {
  return new CheckoutError(errorData('ABORTED', 'the authentication was aborted', { phase }));
}

/** What the service's verdict is to the caller: an outcome, or the error that tells why not. */
function settleThreeDS(
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

function threeDSFailed(
  reason: ThreeDSFailureReason,
  details: { phase: string; payinId?: string },
): CheckoutError {
  const message = `the cardholder was not authenticated: ${reason}`;
  return new CheckoutError(errorData('THREEDS_FAILED', message, { ...details, reason }));
}

/** An end the service knew before counts; a failure from our own report says less than `thrown`. */
function settleFailedRun(thrown: unknown, state: ThreeDSState): AuthenticationOutcome {
  const isOurReport = state.status === 'FAILED' && state.reason === 'error';
  if (state.status !== 'OPEN' && !isOurReport) return settleThreeDS(state, 'completion');
  const data = withDetails(toErrorData(thrown), { phase: 'challenge' });
  throw new CheckoutError(data, { cause: thrown });
}
