import { CheckoutError, errorData } from '../../contract/checkout-error.ts';
import type { CardElement, CardElementEvents } from '../element/card-element.ts';
import type { CardElementOptions, CardElementUpdate } from '../element/card-element-options.ts';
import { createSubscribers, reportLater } from '../element/subscribers.ts';
import type { PaymentAnswer } from '../payment/payin-answer.ts';
import type { PreparedCard } from '../payment/prepared-card.ts';

/** A card element without a frame: what it was given, and a way to make it tell anything. */
export type TestCardElement = CardElement & {
  readonly target: string | Element;
  readonly options: CardElementOptions;
  /** What `update` was called with, in order. */
  readonly updates: readonly CardElementUpdate[];
  /** What `conclude` was called with, in order. */
  readonly concluded: readonly PaymentAnswer[];
  readonly isMounted: boolean;
  /** Tells the handlers of an event, as the frame would. */
  emit: <Name extends keyof CardElementEvents>(
    name: Name,
    event: CardElementEvents[Name],
  ) => boolean;
};

/** `submit`: what the client answers or refuses. */
export function createTestCardElement(
  target: string | Element,
  options: CardElementOptions,
  submit: (options: object) => Promise<PreparedCard>,
): TestCardElement {
  const subscribers = createSubscribers<CardElementEvents>(reportLater);
  if (options.onError) subscribers.on('error', options.onError);
  const updates: CardElementUpdate[] = [];
  const concluded: PaymentAnswer[] = [];
  let isMounted = true;
  let { amount, referenceId } = options;

  function assertMounted(): void {
    if (!isMounted) {
      throw new CheckoutError(errorData('DESTROYED', 'the element was unmounted'));
    }
  }

  const ready = Promise.resolve().then(() => {
    assertMounted();
    subscribers.emit('ready', undefined);
  });
  ready.catch(() => undefined);

  return {
    target,
    options,
    updates,
    concluded,
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
    ready,
    async submit(submitOptions = {}) {
      try {
        assertMounted();
        const prepared = await submit(submitOptions);
        options.onResult?.(prepared);
        return prepared;
      } catch (thrown) {
        if (thrown instanceof CheckoutError) {
          subscribers.emit('error', thrown);
        }
        throw thrown;
      }
    },
    async update(changes) {
      assertMounted();
      updates.push(changes);
      amount = changes.amount ?? amount;
      referenceId = changes.referenceId ?? referenceId;
    },
    async handlePendingThreeDS(payin) {
      assertMounted();
      return { payinId: payin.id, threeDS: { skipped: false, status: 'AUTHENTICATED' } };
    },
    async conclude(answer) {
      assertMounted();
      concluded.push(answer);
    },
    async focus() {
      assertMounted();
    },
    async clear() {
      assertMounted();
    },
    on: subscribers.on,
    unmount() {
      isMounted = false;
    },
    destroy() {
      isMounted = false;
      subscribers.clear();
    },
  };
}
