import type { LiveElement, LiveHome } from '../element/live-element.ts';
import type { PixProps } from '../element/live-pix.ts';
import { init } from '../index.ts';
import type { CheckoutClient } from '../init.ts';
import { toAttribute } from './properties.ts';

/** An element says of itself what it is given; every one has a language. */
type Given = HTMLElement & Pick<PixProps, 'locale'>;

export type Home<Mounted> = LiveHome<CheckoutClient, Given, string, Mounted>;

/**
 * Makes an element known to the page, once, that has `mount` follow its properties for as long as it
 * is in the document; does nothing on a server. `numbers`: the names of properties whose attributes
 * are numbers.
 */
export function defineLive<Mounted>(
  name: string,
  properties: readonly string[],
  mount: (home: Home<Mounted>) => LiveElement,
  numbers?: RegExp,
): void {
  const registry = globalThis.customElements;
  if (!registry || registry.get(name)) return;
  class LiveElementOfPage extends HTMLElement {
    static observedAttributes = properties.map(toAttribute);

    declare client?: CheckoutClient;
    declare publicKey: string;
    declare apiBaseUrl: string;
    declare checkoutUrl: string;
    declare locale?: NonNullable<PixProps['locale']>;
    element: Mounted | null = null;
    #own: CheckoutClient | null = null;
    #live: LiveElement | null = null;

    constructor() {
      super();
      for (const name of properties) {
        // It may have been set before this class was known to the page.
        let given: unknown = Reflect.get(this, name);
        Object.defineProperty(this, name, {
          get: () => {
            const text = this.getAttribute(toAttribute(name)) ?? undefined;
            return given ?? (text && numbers?.test(name) ? +text : text);
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
