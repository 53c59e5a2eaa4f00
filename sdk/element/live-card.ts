import type { CheckoutError } from '../../contract/checkout-error.ts';
import { isCheckoutError } from '../../contract/checkout-error.ts';
import type { PreparedCard } from '../payment/prepared-card.ts';
import type { CardElement, CardElementEvents } from './card-element.ts';
import type { CardElementOptions, CardElementUpdate, CardProps } from './card-element-options.ts';
import { reportLater } from './subscribers.ts';

/** What a wrapper tells, by name: the events of a card element, and its results. */
export type CardEvents = CardElementEvents & { result: PreparedCard };
export type CardEventName = keyof CardEvents;

/** `onReady`, `onChange`, …: whom a wrapper tells. */
export type CardListeners = {
  [name in CardEventName as `on${Capitalize<name>}`]?:
    | ((...told: CardEvents[name] extends undefined ? [] : [CardEvents[name]]) => void)
    | undefined;
};

export type CardOption = keyof CardProps;

/** Told to the frame when they change; what was typed stays. */
export const LIVE_OPTIONS = [
  'amount',
  'referenceId',
  'installments',
  'maxInstallments',
  'locale',
  'appearance',
  'layout',
  'labels',
  'placeholders',
  'brands',
] as const satisfies readonly (keyof CardElementUpdate)[];

/**
 * Every option by name, for wrappers that have to list what they take. Decision: a customer that
 * changes while the card is typed must not empty the card, so it is read at the mount alone.
 */
export const CARD_OPTIONS = [
  ...LIVE_OPTIONS,
  'customer',
  'fields',
  'token',
  'card',
] as const satisfies readonly CardOption[];

/** Another saved card is another form: it is mounted anew. */
const FIXED_OPTIONS = ['fields', 'token', 'card'] as const satisfies readonly CardOption[];

/** Does not compile while an option of `mountCardElement` is not in the list. */
type Unlisted = Exclude<CardOption, (typeof CARD_OPTIONS)[number]>;
export type AllOptionsAreListed<Option extends never = Unlisted> = Option;

/** Every event by name, but for `error`, which `onError` hears as well. */
export const CARD_EVENTS = ['ready', 'change', 'focus', 'blur', 'submit', 'loaderror'] as const;

/** One mounted card that follows what a wrapper is given. */
export type LiveCard = {
  /** To be called when options may have changed: tells the frame what did. */
  sync: () => void;
  unmount: () => void;
};

/** What a wrapper gives its card. */
export type LiveCardHome = {
  client: { mountCardElement: (target: Element, options: CardElementOptions) => CardElement };
  target: Element;
  /** The options as they are now; null: there are not enough of them for a card. */
  read: () => CardProps | null;
  tell: (name: CardEventName, event: CardEvents[CardEventName]) => void;
  /** Whether the page listens to this. */
  hears: (name: CardEventName) => boolean;
  /** Hears of each mounted element, and null when there is none. */
  onElement: (element: CardElement | null) => void;
};

/**
 * Mounts a card into `target` and keeps it in step with what `read` answers: options that may
 * change live are told to the frame, others mount it anew.
 *
 * Decision: an option that is not right is told as `error` and, as a mistake in the page's code, to
 * the console; it never breaks the tree it is rendered in. A live option that is taken away keeps
 * its last value.
 */
export function createLiveCard({
  client,
  target,
  read,
  tell,
  hears,
  onElement,
}: LiveCardHome): LiveCard {
  let mounted: CardElement | null = null;
  let isLost = false;
  let form: string | null = null;
  const told: { [option: string]: string } = {};

  function mount(given: CardProps): void {
    // A framework gives its own properties and our listeners along with them.
    const options = { ...given };
    for (const name of Object.keys(options)) {
      if (!CARD_OPTIONS.some((known) => known === name)) Reflect.deleteProperty(options, name);
    }
    try {
      const next = client.mountCardElement(target, {
        ...options,
        onResult: (prepared) => tell('result', prepared),
        onError: (error) => {
          tell('error', error);
          return hears('error');
        },
      });
      for (const name of CARD_EVENTS) {
        next.on(name, (event) => {
          // One that did not come is tried once more by the buyer.
          if (name === 'loaderror' || name === 'ready') {
            isLost = name === 'loaderror';
            onElement(isLost ? null : next);
          }
          tell(name, event);
          // The sdk sees that we listen; this says whether the page does.
          return hears(name);
        });
      }
      mounted = next;
      onElement(next);
    } catch (thrown) {
      if (isCheckoutError(thrown)) tell('error', thrown);
      reportLater(thrown);
    }
  }

  function unmount(): void {
    isLost = false;
    mounted?.destroy();
    mounted = null;
    onElement(null);
  }

  function sync(): void {
    const options = read();
    if (options === null) return;
    const changes: { [option: string]: unknown } = {};
    for (const name of LIVE_OPTIONS) {
      const value = JSON.stringify(options[name]);
      if (value === undefined || value === told[name]) continue;
      told[name] = value;
      changes[name] = options[name];
    }
    const wanted = JSON.stringify(FIXED_OPTIONS.map((name) => options[name]));
    const isOtherForm = wanted !== form;
    if (!isOtherForm && Object.keys(changes).length === 0) return;
    form = wanted;
    const current = mounted;
    if (current === null || isOtherForm) {
      unmount();
      mount(options);
    } else {
      // One that is lost keeps it for when it is tried once more, and refuses it by what was told.
      current.update(changes).catch((error: CheckoutError) => {
        if (current === mounted && !isLost) tell('error', error);
      });
    }
  }

  sync();
  return { sync, unmount };
}
