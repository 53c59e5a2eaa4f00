import type { CheckoutError } from '../../contract/errors/checkout-error.ts';
import type { ShownPayment } from '../../contract/frame/payment-calls.ts';
import type { Locale } from '../../contract/locale.ts';
import type { PreparedCard } from '../payment/prepared-card.ts';
import type { CardElement, CardElementEvents } from './card-element.ts';
import type { CardSession } from './card-session.ts';
import type { Subscribers } from './subscribers.ts';

export type ElementParts<Result, State> = {
  element: MountedElement<Result, State>;
  prepareCard: (signal: AbortSignal | undefined) => Promise<PreparedCard>;
  call: CardSession['call'];
  /** The buyer's language, which an update may change. */
  locale: () => Locale;
  end: (reason: CheckoutError) => void;
};

/** A card element, or one that is more, by what its `submit` gives and its `change` tells. */
export type MountedElement<Result, State> = Omit<CardElement, 'submit' | 'on'> & {
  submit: (options?: { signal?: AbortSignal }) => Promise<Result>;
  on: Subscribers<ElementEvents<State>>['on'];
};

export type ElementEvents<State> = Omit<CardElementEvents, 'change'> & {
  change: State;
  /** The payin that is shown; null: the element itself, by a failure or by the page. */
  ended: ShownPayment | null;
};
