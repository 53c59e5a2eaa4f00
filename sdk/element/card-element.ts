import type { CardField } from '../../contract/card/card-field.ts';
import type { CheckoutError } from '../../contract/errors/checkout-error.ts';
import type { CardState } from '../../contract/frame/card-calls.ts';
import type { DeclineText } from '../payment/decline-text.ts';
import type { AnyPayin, PaymentAnswer, PendingOutcome } from '../payment/payin-answer.ts';
import type { PreparedCard } from '../payment/prepared-card.ts';
import type { CardElementUpdate } from './card-element-options.ts';
import type { Unsubscribe } from './subscribers.ts';

export type CardElementEvents = {
  /** The buyer can type into every field. */
  ready: undefined;
  /** What was typed or chosen has changed: what is empty, valid and complete; never a digit. */
  change: CardState;
  /** The buyer came into a field. */
  focus: { field: CardField };
  /**
   * `taken`: the focus was taken out of the frame while the buyer typed, most likely by the page.
   */
  blur: { field: CardField; taken?: boolean | undefined };
  /** The buyer pressed Enter. The element submits itself unless `preventDefault()` is called. */
  submit: { preventDefault: () => void };
  /** What `onError` gets. */
  error: CheckoutError;
  /** The frame could not be shown, or was lost; nothing can be typed any more. */
  loaderror: CheckoutError;
};

/** Card fields in a hosted iframe. Source: spec, "Browser SDK", mountCardElement. */
export type CardElement = {
  /** What the buyer pays with this card, in centavos; as mounted, or as updated since. */
  readonly amount: number;
  /** The order it is for. */
  readonly referenceId: string;
  /** Resolves when the buyer can type into every field; rejects when that will not happen. */
  readonly ready: Promise<void>;
  /**
   * Validates, runs antifraud, tokenizes. Resolves like `onResult`; rejects like `onError`, with
   * `INVALID_CARD` and `details.fields` where the buyer has to correct something. Calls made while
   * one runs get the same promise. Nothing is charged by it. The card stays in its frame, locked,
   * until `conclude` tells how the payment ended: until then the same token is given out again,
   * and after an end that did not refuse the card a new one, without typing.
   */
  submit: (options?: { signal?: AbortSignal }) => Promise<PreparedCard>;
  /**
   * Changes amount (centavos), order, installments, language or appearance while it is shown; what
   * was typed stays. Rejects with `INVALID_ARGUMENT` and `details.field`, or `DESTROYED`.
   */
  update: (changes: CardElementUpdate) => Promise<void>;
  /** As the client's function of this name, without the page ever seeing the card. */
  handlePendingThreeDS: (
    payin: AnyPayin,
    options?: { signal?: AbortSignal },
  ) => Promise<PendingOutcome>;
  /**
   * Tells how the payment with this card stands: the answer of POST /payin as it came, a payin read
   * later, or an error. Approved: the card is forgotten. Refused: it may be corrected, the CVV is
   * typed again. `INVALID_CVV`: the CVV alone is. Anything else that charged nothing: `submit()`
   * makes a new token. What leaves open whether it was charged changes nothing: the same token is
   * given out again. Never needed
   * for what `handlePendingThreeDS` and `processCardPayment` learn themselves; without a word the
   * card is forgotten after 15 minutes. Resolves with what to say to the buyer where it was
   * refused, as `declineText` does; null otherwise.
   */
  conclude: (answer: PaymentAnswer) => Promise<DeclineText | null>;
  /** Puts the cursor into a field; without one, into the first that is not right yet. */
  focus: (field?: CardField) => Promise<void>;
  /** Empties the fields, and forgets a card that was kept. */
  clear: () => Promise<void>;
  /** Calls `handler` at each event of this name; the function it returns ends that. */
  on: <Name extends keyof CardElementEvents>(
    name: Name,
    handler: (event: CardElementEvents[Name]) => void,
  ) => Unsubscribe;
  /** Removes the frame and the card in it; pending calls reject with `DESTROYED`. */
  unmount: () => void;
  /** `unmount()`, and drops every handler. */
  destroy: () => void;
};
