import type { LiveElement, LiveHome } from '../element/live-element.ts';
import type { PixProps } from '../element/live-pix.ts';
import { init } from '../index.ts';
import type { CheckoutClient } from '../init.ts';
import { toAttribute } from './properties.ts';

/** An element says of itself what it is given; every one has a language. */
type Given = HTMLElement & Pick<PixProps, 'locale'>;

export type Home<Mounted> = LiveHome<CheckoutClient, Given, string, Mounted> & {
  /** Of a field of a form; a browser without it sends the form without this field. */
  field: ElementInternals | undefined;
};

type Kind<Mounted> = {
  properties: readonly string[];
  mount: (home: Home<Mounted>) => LiveElement;
  /** For a field of a form: what empties the mounted element where the form is reset. */
  clear?: (element: Mounted) => void;
};

/** `amount`, `installments`, `maxInstallments`: their attributes are numbers. */
const NUMBER = /unt$|nts$/;

/**
 * Makes an element known to the page, once, that has `mount` follow its properties for as long as it
 * is in the document; does nothing on a server.
 */
export function defineLive<Mounted>(
  name: string,
  { properties, mount, clear }: Kind<Mounted>,
): void {
  const registry = globalThis.customElements;
  if (!registry || registry.get(name)) return;
  class LiveElementOfPage extends HTMLElement {
    static formAssociated = clear !== undefined;
    static observedAttributes = properties.map(toAttribute);

    declare client?: CheckoutClient;
    declare publicKey: string;
    declare apiBaseUrl: string;
    declare checkoutUrl: string;
    declare locale?: NonNullable<PixProps['locale']>;
    element: Mounted | null = null;
    #own: CheckoutClient | null = null;
    #live: LiveElement | null = null;
    #field = clear && this.attachInternals?.();

    constructor() {
      super();
      for (const name of properties) {
        // It may have been set before this class was known to the page.
        let given: unknown = Reflect.get(this, name);
        Object.defineProperty(this, name, {
          get: () => {
            const text = this.getAttribute(toAttribute(name)) ?? undefined;
            return given ?? (text && NUMBER.test(name) ? +text : text);
          },
          set: (value: unknown) => {
            given = value;
            this.#change();
          },
        });
      }
    }

    connectedCallback(): void {
      this.#change();
    }

    attributeChangedCallback(): void {
      this.#change();
    }

    disconnectedCallback(): void {
      this.#live?.unmount();
      this.#own?.destroy();
      this.#live = this.#own = null;
    }

    formResetCallback(): void {
      this.#field?.setFormValue(null);
      if (this.element) clear?.(this.element);
    }

    /** Once all that is set together is there. */
    #change(): void {
      queueMicrotask(() => {
        if (this.#live) this.#live.sync();
        else if (this.isConnected) this.#mount();
      });
    }

    #mount(): void {
      const { publicKey, apiBaseUrl, checkoutUrl } = this;
      let { client } = this;
      // Where this throws, the page's console says what is wrong.
      if (!client && publicKey) client = this.#own ??= init({ publicKey, apiBaseUrl, checkoutUrl });
      if (!client) return;
      let isPrevented = false;
      this.#live = mount({
        client,
        target: this,
        field: this.#field,
        read: () => this,
        tell: (name, detail) => {
          isPrevented = !this.dispatchEvent(new CustomEvent(name, { detail, cancelable: true }));
        },
        hears: () => isPrevented,
        onElement: (next) => {
          this.element = next;
        },
      });
    }
  }
  registry.define(name, LiveElementOfPage);
}

/**
 * The home of an element that waits for an order: it reads the options of these names, none before
 * there is an `amount` and a `referenceId`; what the page prevents of an event is prevented in the
 * sdk's own.
 */
export function homeOfOrder<Mounted, Options>(home: Home<Mounted>, names: readonly string[]) {
  return {
    ...home,
    read(): Options | null {
      const given = Object.fromEntries(names.map((name) => [name, Reflect.get(home.target, name)]));
      return given.amount === undefined || !given.referenceId ? null : (given as Options);
    },
    tell(name: string, detail: unknown) {
      home.tell(name, detail);
      if (home.hears(name)) Object(detail).preventDefault?.();
    },
  };
}
