import type { ErrorData } from '../../contract/errors/checkout-error.ts';
import {
  CheckoutError,
  errorData,
  toErrorData,
  withOutcome,
} from '../../contract/errors/checkout-error.ts';
import type { Timers } from '../../contract/frame/timers.ts';
import { eitherSignal } from '../card-flow/either-signal.ts';
import { wait } from '../card-flow/wait.ts';
import type { PayinAnswer } from '../payment/payin-answer.ts';
import { DECLINES } from '../payment/refusal-outcome.ts';

/** Waits between the tries after an outcome that nobody told. */
const AGAIN_MS = [1_000, 3_000, 8_000];
/** From the first failure on: a buyer is not kept longer without a word. */
const MOST_MS = 30_000;
/** Waits before each question how a payin stands whose challenge is over. */
const FOLLOW_MS = [1_000, 2_000, 4_000, 8_000];

/** One request to the merchant's endpoint that may be made any number of times. */
export type Asking = {
  ask: (signal: AbortSignal | undefined) => Promise<PayinAnswer>;
  timers: Timers;
  signal: AbortSignal | undefined;
  /** Aborts when the client is destroyed: it is asked no more. */
  ending: AbortSignal;
};

/**
 * Gives the payin of an order. Where the endpoint leaves open what came of it, the same is asked
 * again; from then on nothing but a payin or a decline of the order ends it, so that whatever else
 * it rejects with has `outcome: 'unknown'`. `isUnsure`: an earlier call ended so.
 */
export async function askUntilKnown(asking: Asking, isUnsure: boolean): Promise<PayinAnswer> {
  let failure: ErrorData;
  try {
    return await asking.ask(asking.signal);
  } catch (thrown) {
    failure = toErrorData(thrown);
    if (isSettled(failure) || (!isUnsure && failure.outcome !== 'unknown')) throw thrown;
  }
  return repeat(AGAIN_MS, asking, () => true, failure);
}

/** Gives the last payin answered, at first `known`, once it waits no more. Rejects if declined. */
export async function followPayin(asking: Asking, known: PayinAnswer): Promise<PayinAnswer> {
  let last = known;
  const isDecided = (payin: PayinAnswer) => {
    last = payin;
    return !isOpen(payin);
  };
  const failure = errorData('TIMEOUT', 'the payin is still pending', {}, 'unknown');
  return repeat(FOLLOW_MS, asking, isDecided, failure).catch((thrown) => {
    if (asking.signal?.aborted || isSettled(toErrorData(thrown))) throw thrown;
    return last;
  });
}

export function isOpen({ status, threeDSecurePending }: PayinAnswer): boolean {
  return threeDSecurePending === true || status === 'PENDING' || status === 'PENDING_3DS';
}

/** Rejects with the last failure, of unknown outcome, where no answer `ends` it. */
async function repeat(
  delaysMs: readonly number[],
  { ask, timers, signal, ending }: Asking,
  ends: (payin: PayinAnswer) => boolean,
  first: ErrorData,
): Promise<PayinAnswer> {
  let failure = first;
  const late = new AbortController();
  const timer = timers.set(() => late.abort(), MOST_MS);
  const either = eitherSignal(signal, ending, late.signal);
  try {
    for (const delayMs of delaysMs) {
      if (!(await wait(delayMs, timers, either.signal))) break;
      try {
        const payin = await ask(either.signal);
        if (ends(payin)) return payin;
      } catch (thrown) {
        const told = toErrorData(thrown);
        if (isSettled(told)) throw thrown;
        if (!either.signal.aborted) failure = told;
      }
    }
  } finally {
    timers.clear(timer);
    either.release();
  }
  if (signal?.aborted) failure = errorData('ABORTED', 'aborted', { phase: 'merchant-endpoint' });
  throw new CheckoutError(withOutcome(failure, 'unknown'));
}

/** A decline, or an order that was paid before: nothing more is to be found out. */
function isSettled({ code, outcome }: ErrorData): boolean {
  return (
    outcome === 'charged' ||
    (outcome === 'not-charged' && DECLINES.some((decline) => decline === code))
  );
}
