import type { CardOutcome } from '../../contract/card-outcome.ts';
import type { CheckoutError } from '../../contract/checkout-error.ts';
import type { CardOptions } from '../../contract/frame/card-calls.ts';
import type { AuthenticationOutcome } from '../../contract/frame/hosted-calls.ts';
import type { Locale } from '../../contract/locale.ts';
import { eitherSignal } from '../card-flow/either-signal.ts';
import type { FrameFailure } from '../frame/frame-failure.ts';
import type { PayinAnswer, PaymentAnswer, PendingOutcome } from '../payment/payin-answer.ts';
import { asCheckoutError } from '../shared/checkout-error.ts';
import type { WarnOfOptions } from '../shared/known-options.ts';
import type { CardElement } from './card-element.ts';

/** Tells the card frame how its payment stands. */
export type TellFrame = (outcome: CardOutcome) => Promise<unknown>;

/** What an element takes of the flows, which are loaded after it. */
export type LoadedFlows = {
  warm: () => void;
  authenticate: (
    token: string,
    tell: TellFrame,
    signal: AbortSignal,
    options: { customer?: unknown },
  ) => Promise<AuthenticationOutcome>;
  handlePending: (
    payin: PayinAnswer,
    options: { element: CardElement; signal: AbortSignal },
  ) => Promise<PendingOutcome>;
  probeFrame: (view: Window, origin: string) => Promise<FrameFailure>;
  /** Makes more of the button that offers to try a failed frame again. */
  retry: (button: HTMLButtonElement, options: CardOptions) => void;
  logUnheard: (error: CheckoutError) => void;
  warnOfOptions: WarnOfOptions;
  conclude: (answer: PaymentAnswer, tell: TellFrame) => Promise<void>;
};

/** The flows of one element: what runs outside the card frame and ends with the element. */
export type ElementFlows = {
  /** Fetches what 3-D Secure will need, once. */
  warm: () => void;
  run: <Result>(
    signal: AbortSignal | undefined,
    work: (flows: LoadedFlows, signal: AbortSignal) => Promise<Result>,
  ) => Promise<Result>;
  /** Closes the challenge that is open; what runs rejects with this reason. */
  end: (reason: CheckoutError) => void;
};

export function createElementFlows(
  loadFlows: () => Promise<LoadedFlows>,
  locale: () => Locale,
): ElementFlows {
  const ending = new AbortController();
  let ended: CheckoutError | null = null;
  let warmed = false;
  return {
    warm() {
      if (warmed) return;
      warmed = true;
      loadFlows()
        .then((flows) => flows.warm())
        .catch(() => undefined);
    },
    async run(signal, work) {
      const either = eitherSignal(signal, ending.signal);
      try {
        return await work(await loadFlows(), either.signal);
      } catch (thrown) {
        const error = asCheckoutError(thrown, locale());
        throw error.outcome === 'not-charged' ? (ended ?? error) : error;
      } finally {
        either.release();
      }
    },
    end(reason) {
      ended = reason;
      ending.abort();
    },
  };
}
