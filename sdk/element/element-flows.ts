import type { CardOutcome } from '../../contract/card/card-outcome.ts';
import type { CheckoutError } from '../../contract/errors/checkout-error.ts';
import type { CardOptions } from '../../contract/frame/card-calls.ts';
import type { AuthenticationOutcome } from '../../contract/frame/hosted-calls.ts';
import type { Locale } from '../../contract/locale.ts';
import type { untilEither } from '../card-flow/either-signal.ts';
import type { FrameFailure } from '../frame/frame-failure.ts';
import type { DeclineText } from '../payment/decline-text.ts';
import type { AnyPayin, PaymentAnswer, PendingOutcome } from '../payment/payin-answer.ts';
import type { PaymentElementOptions, PaymentResult } from '../payment-element/payment-element.ts';
import type { PaymentParts } from '../payment-element/run-payment.ts';
import { asCheckoutError } from '../shared/checkout-error.ts';
import type { WarnOfOptions } from '../shared/known-options.ts';
import type { CardElement } from './card-element.ts';

export type TellFrame = (outcome: CardOutcome) => Promise<unknown>;

export type Concluded = Pick<CardElement, 'conclude'>;

/** What an element takes of the flows, which are loaded after it. */
export type LoadedFlows = {
  untilEither: typeof untilEither;
  warm: () => void;
  authenticate: (
    token: string,
    tell: TellFrame,
    signal: AbortSignal,
    options: { customer?: unknown },
  ) => Promise<AuthenticationOutcome>;
  handlePending: (
    payin: AnyPayin,
    options: { element: Concluded; signal: AbortSignal },
  ) => Promise<PendingOutcome>;
  probeFrame: () => Promise<FrameFailure>;
  /** Makes a box of the button that stands in for a frame which did not come. */
  standIn: (button: HTMLButtonElement, options: CardOptions, reason: CheckoutError) => void;
  logUnheard: (error: CheckoutError) => void;
  warnOfOptions: WarnOfOptions;
  conclude: (answer: PaymentAnswer, tell: TellFrame, locale: Locale) => Promise<DeclineText | null>;
  /** What runs a payment element beside its frame: one, however often it is started. */
  startPayment: (parts: PaymentParts, options: PaymentElementOptions) => Promise<unknown>;
  submitPayment: (
    parts: PaymentParts,
    options: PaymentElementOptions,
    signal: AbortSignal,
  ) => Promise<PaymentResult>;
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
      try {
        const flows = await loadFlows();
        return await flows.untilEither([signal, ending.signal], (either) => work(flows, either));
      } catch (thrown) {
        const error = asCheckoutError(thrown, locale());
        throw error.outcome === 'not-charged' ? (ended ?? error) : error;
      }
    },
    end(reason) {
      ended = reason;
      ending.abort();
    },
  };
}
