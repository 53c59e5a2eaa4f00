import { CheckoutError, errorData } from '../../contract/errors/checkout-error.ts';
import type { CardState } from '../../contract/frame/card-calls.ts';
import type { PaymentState } from '../../contract/frame/payment-calls.ts';
import type { PayinStatus } from '../../contract/payments/payin-status.ts';
import type { CardElement, CardElementEvents } from '../element/card-element.ts';
import type { CardElementOptions, CardElementUpdate } from '../element/card-element-options.ts';
import type { ElementEvents } from '../element/mounted-element.ts';
import type { Subscribers } from '../element/subscribers.ts';
import { createSubscribers, reportLater } from '../element/subscribers.ts';
import { findDecline } from '../payment/decline-text.ts';
import type { AnyPayin, PaymentAnswer, PendingOutcome } from '../payment/payin-answer.ts';
import type { PreparedCard } from '../payment/prepared-card.ts';
import type {
  PaymentElement,
  PaymentElementEvents,
  PaymentElementOptions,
  PaymentElementUpdate,
  PaymentResult,
} from '../payment-element/payment-element.ts';
import type { PixElement, PixElementOptions, PixElementUpdate } from '../pix/pix-element.ts';

type Order = { amount: number; referenceId: string };

/** What every double of an element has beside what the real one has. */
export type TestElement<Options, Update, Events extends object> = {
  readonly target: string | Element;
  readonly options: Options;
  /** What `update` was called with, in order. */
  readonly updates: readonly Update[];
  readonly isMounted: boolean;
  /** Tells the handlers of an event, as the frame would. */
  emit: Subscribers<Events>['emit'];
};

/**
 * What the doubles of the card and of the payment element have in common. `submit`: what the client
 * answers or refuses; `onResult` is told of an answer.
 */
export function createTestElement<
  State,
  Options extends Order & {
    onChange?: (state: State) => void;
    onError?: (error: CheckoutError) => void;
  },
  Update extends Partial<Order>,
  Result,
>(
  target: string | Element,
  options: Options,
  submit: (options: object) => Promise<Result>,
  onResult: (result: Result) => void,
) {
  const subscribers = createSubscribers<ElementEvents<State>>(reportLater);
  if (options.onError) subscribers.on('error', options.onError);
  if (options.onChange) subscribers.on('change', options.onChange);
  const updates: Update[] = [];
  let { amount, referenceId } = options;
  let isMounted = true;

  function assertMounted(): void {
    if (isMounted) return;
    throw new CheckoutError(errorData('DESTROYED', 'the element was unmounted'));
  }

  const ready = Promise.resolve().then(() => {
    assertMounted();
    subscribers.emit('ready', undefined);
  });
  ready.catch(() => undefined);
  const unmount = () => {
    isMounted = false;
  };

  const element = {
    target,
    options,
    updates,
    ready,
    get isMounted() {
      return isMounted;
    },
    get amount() {
      return amount;
    },
    get referenceId() {
      return referenceId;
    },
    emit: subscribers.emit,
    on: subscribers.on,
    async submit(submitOptions: object = {}) {
      try {
        assertMounted();
        const result = await submit(submitOptions);
        onResult(result);
        return result;
      } catch (thrown) {
        if (thrown instanceof CheckoutError) subscribers.emit('error', thrown);
        throw thrown;
      }
    },
    async update(changes: Update) {
      assertMounted();
      updates.push(changes);
      amount = changes.amount ?? amount;
      referenceId = changes.referenceId ?? referenceId;
    },
    async focus() {
      assertMounted();
    },
    unmount,
    destroy() {
      unmount();
      subscribers.clear();
    },
  };
  return { element, assertMounted };
}

/** A card element without a frame: what it was given, and a way to make it tell anything. */
export type TestCardElement = CardElement &
  TestElement<CardElementOptions, CardElementUpdate, CardElementEvents> & {
    /** What `conclude` was called with, in order. */
    readonly concluded: readonly PaymentAnswer[];
  };

/** `submit`: what the client answers or refuses. */
export function createTestCardElement(
  target: string | Element,
  options: CardElementOptions,
  submit: (options: object) => Promise<PreparedCard>,
): TestCardElement {
  const { element, assertMounted } = createTestElement<
    CardState,
    CardElementOptions,
    CardElementUpdate,
    PreparedCard
  >(target, options, submit, (prepared) => options.onResult?.(prepared));
  const concluded: PaymentAnswer[] = [];
  return Object.assign(element, {
    concluded,
    async handlePendingThreeDS(payin: AnyPayin): Promise<PendingOutcome> {
      assertMounted();
      return { payinId: payin.id, threeDS: { skipped: false, status: 'AUTHENTICATED' } };
    },
    async conclude(answer: PaymentAnswer) {
      assertMounted();
      concluded.push(answer);
      return findDecline(answer, options.locale);
    },
    async clear() {
      assertMounted();
    },
  });
}

/** A payment element without a frame: what it was given, and a way to make it tell anything. */
export type TestPaymentElement = PaymentElement &
  TestElement<PaymentElementOptions, PaymentElementUpdate, PaymentElementEvents>;

/** `submit`: what the client answers or refuses. */
export function createTestPaymentElement(
  target: string | Element,
  options: PaymentElementOptions,
  submit: (options: object) => Promise<PaymentResult>,
): TestPaymentElement {
  return createTestElement<
    PaymentState,
    PaymentElementOptions,
    PaymentElementUpdate,
    PaymentResult
  >(target, options, submit, ({ payin, outcome }) =>
    (outcome === 'paid' ? options.onPaid : options.onPending)?.({ payin }),
  ).element;
}

/** A PIX element without a frame: what it was given, and a way to end its payin. */
export type TestPixElement = PixElement & {
  readonly target: string | Element;
  readonly options: PixElementOptions;
  /** What `update` was called with, in order. */
  readonly updates: readonly PixElementUpdate[];
  readonly isMounted: boolean;
  /** Calls `onPaid` for `APPROVED` and `onExpired` for any other status, as the frame would. */
  end: (status: PayinStatus) => void;
};

export function createTestPixElement(
  target: string | Element,
  options: PixElementOptions,
): TestPixElement {
  const updates: PixElementUpdate[] = [];
  let isMounted = options.signal?.aborted !== true;
  options.signal?.addEventListener('abort', () => {
    isMounted = false;
  });
  return {
    target,
    options,
    updates,
    get isMounted() {
      return isMounted;
    },
    end(status) {
      if (!isMounted) return;
      const tell = status === 'APPROVED' ? options.onPaid : options.onExpired;
      tell?.({ payinId: options.payin.id, status });
    },
    async update(changes) {
      if (!isMounted) {
        throw new CheckoutError(errorData('DESTROYED', 'the PIX element was removed'));
      }
      updates.push(changes);
    },
    destroy() {
      isMounted = false;
    },
  };
}
