import { CheckoutError, errorData } from '../../contract/errors/checkout-error.ts';
import type { ElementEvents } from '../element/mounted-element.ts';
import type { Subscribers } from '../element/subscribers.ts';
import { createSubscribers, reportLater } from '../element/subscribers.ts';

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
