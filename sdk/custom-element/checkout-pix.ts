import type { LiveElement } from '../element/live-element.ts';
import type { PixProps } from '../element/live-pix.ts';
import { createLivePix } from '../element/live-pix.ts';
import { init } from '../index.ts';
import type { CheckoutClient } from '../init.ts';
import type { PixElement } from '../pix/pix-element.ts';
import type { InitOptions } from '../shared/client-settings.ts';
import { toAttribute } from './properties.ts';

/** The properties of the element; each may be left undefined. */
type Given = Required<PixProps> &
  Pick<InitOptions, 'publicKey' | 'apiBaseUrl' | 'checkoutUrl'> & {
    /** From `init` or `loadCheckout`, in place of the account. */
    client: CheckoutClient;
  };

/**
 * `<checkout-pix>`: a payin by PIX as an element of the page, shown once it is in the document and
 * has an account and its `payin`, which is a property, and gone when it leaves. `public-key`,
 * `api-base-url`, `checkout-url` and `locale` are attributes as well; a property wins.
 *
 * Events, none of which bubbles: `ready`, `paid`, `expired`, `error`; `event.detail` is what
 * `mountPixElement` tells.
 *
 * @example
 * document.querySelector('checkout-pix').payin = payin;
 */
export type CheckoutPixElement = HTMLElement & {
  [name in keyof Given]: Given[name] | undefined;
} & {
  /** The PIX that is shown; null until it is. */
  readonly element: PixElement | null;
};

declare global {
  interface HTMLElementTagNameMap {
    'checkout-pix': CheckoutPixElement;
  }
}

const PROPERTIES = [
  'client',
  'publicKey',
  'apiBaseUrl',
  'checkoutUrl',
  'locale',
  'payin',
  'appearance',
] as const satisfies readonly (keyof Given)[];

/** Makes `<checkout-pix>` known to the page, once; does nothing on a server. */
export function defineCheckoutPix(name = 'checkout-pix'): void {
  const registry = globalThis.customElements;
  if (registry && !registry.get(name)) registry.define(name, createElementClass());
}

/** Made when it is asked for: a server has no `HTMLElement` to extend. */
function createElementClass(): CustomElementConstructor {
  return class extends HTMLElement {
    static observedAttributes = PROPERTIES.map(toAttribute);

    declare client?: CheckoutClient;
    declare publicKey: string;
    declare apiBaseUrl: string;
    declare checkoutUrl: string;
    declare payin?: NonNullable<PixProps['payin']>;
    declare appearance?: PixProps['appearance'];
    declare locale?: string;
    element: PixElement | null = null;
    #own: CheckoutClient | null = null;
    #live: LiveElement | null = null;

    constructor() {
      super();
      for (const name of PROPERTIES) {
        // It may have been set before this class was known to the page.
        let given: unknown = Reflect.get(this, name);
        Object.defineProperty(this, name, {
          get: () => given ?? this.getAttribute(toAttribute(name)) ?? undefined,
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
      const { client, publicKey, apiBaseUrl, checkoutUrl } = this;
      // Where this throws, the page's console says what is wrong.
      if (!client && publicKey) this.#own ??= init({ publicKey, apiBaseUrl, checkoutUrl });
      const used = client ?? this.#own;
      if (!used) return;
      let isTaken = false;
      this.#live = createLivePix({
        client: used,
        target: this,
        read: () => this,
        tell: (name, detail) => {
          isTaken = !this.dispatchEvent(new CustomEvent(name, { detail, cancelable: true }));
        },
        hears: () => isTaken,
        onElement: (next) => {
          this.element = next;
        },
      });
    }
  };
}
