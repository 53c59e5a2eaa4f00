import type { CheckoutError } from '../../contract/errors/checkout-error.ts';
import { reportLater } from './subscribers.ts';

/** `onReady`, `onChange`, …: whom a wrapper tells of these events. */
export type Listeners<Events> = {
  [name in keyof Events & string as `on${Capitalize<name>}`]?:
    | ((...told: Events[name] extends undefined ? [] : [Events[name]]) => void)
    | undefined;
};

/** Every event by name, but for `error`, which `onError` hears as well. */
export const ELEMENT_EVENTS = ['ready', 'change', 'focus', 'blur', 'submit', 'loaderror'] as const;

/** One mounted element that follows what a wrapper is given. */
export type LiveElement = {
  /** To be called when options may have changed: tells the frame what did. */
  sync: () => void;
  unmount: () => void;
};

export type LiveHome<Client, Props, Name, Mounted> = {
  client: Client;
  target: Element;
  /** The options as they are now. */
  read: () => Props;
  tell: (name: Name, event: unknown) => void;
  hears: (name: Name) => boolean;
  /** Hears of each mounted element, and null when there is none. */
  onElement: (element: Mounted | null) => void;
};

type EventName = (typeof ELEMENT_EVENTS)[number] | 'error';
type Told<Props, Mounted> = Omit<LiveHome<never, Props, EventName, Mounted>, 'client' | 'target'>;
type OnError = { onError: (error: CheckoutError) => boolean };

type Mountable<Props> = {
  on: (name: (typeof ELEMENT_EVENTS)[number], handler: (event: unknown) => unknown) => unknown;
  update: (changes: Partial<Props>) => Promise<void>;
  destroy: () => void;
};

/**
 * Mounts an element into its target and keeps it in step with what `read` answers; null: there are
 * not enough options for an element. `known`: every option by name. A change of one that is `fixed`
 * mounts it anew; of another one it is told to the frame, and what was typed stays.
 *
 * Decision: an option that is not right is told as `error` and, as a mistake in the page's code, to
 * the console; it never breaks the tree it is rendered in. A live option that is taken away keeps
 * its last value. A customer that changes while the card is typed must not empty the card, so it is
 * read at the mount alone.
 */
export function createLiveElement<Props extends object, Mounted extends Mountable<Props>>(
  { read, tell, hears, onElement }: Told<Props | null, Mounted>,
  known: readonly (keyof Props)[],
  fixed: readonly (keyof Props)[],
  mountElement: (options: Props & OnError) => Mounted,
): LiveElement {
  let mounted: Mounted | null = null;
  let isLost = false;
  const told: Partial<Record<keyof Props, string>> = {};

  /** Tells the page. The sdk sees that we listen; the answer says whether the page does. */
  function pass(name: EventName, event: unknown): boolean {
    tell(name, event);
    return hears(name);
  }

  function mount(given: Props): void {
    // A framework gives its own properties and our listeners along with them.
    const options = { ...given };
    for (const name of Object.keys(options)) {
      if (!known.some((one) => one === name)) Reflect.deleteProperty(options, name);
    }
    try {
      const next = mountElement({ ...options, onError: (error) => pass('error', error) });
      for (const name of ELEMENT_EVENTS) {
        next.on(name, (event) => {
          // One that did not come is tried once more by the buyer.
          if (name === 'loaderror' || name === 'ready') {
            isLost = name === 'loaderror';
            onElement(isLost ? null : next);
          }
          return pass(name, event);
        });
      }
      mounted = next;
      onElement(next);
    } catch (thrown) {
      // The client's calls throw errors of the sdk alone.
      tell('error', thrown);
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
    if (!options) return;
    const changes: Partial<Props> = {};
    let isOtherForm = false;
    for (const name of known) {
      const value = JSON.stringify(options[name]);
      const isFixed = fixed.includes(name);
      if (value === told[name] || (!isFixed && !value)) continue;
      told[name] = value;
      if (isFixed) isOtherForm = true;
      if (name !== 'customer') changes[name] = options[name];
    }
    if (Object.keys(changes).length === 0) return;
    const current = mounted;
    if (!current || isOtherForm) {
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
