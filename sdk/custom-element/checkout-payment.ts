import type { LiveElement } from '../element/live-element.ts';
import type { PaymentProps } from '../element/live-payment.ts';
import { createLivePayment, PAYMENT_OPTIONS } from '../element/live-payment.ts';
import { init } from '../index.ts';
import type { CheckoutClient } from '../init.ts';
import type { PaymentElement } from '../payment-element/payment-element.ts';
import type { InitOptions } from '../shared/client-settings.ts';
import { ACCOUNT, NUMBER, toAttribute } from './properties.ts';

/** The properties of the element; each may be left undefined. */
type Given = Required<PaymentProps> &
  Pick<InitOptions, 'publicKey' | 'apiBaseUrl' | 'checkoutUrl'> & {
    /** From `init` or `loadCheckout`, in place of the account. */
    client: CheckoutClient;
  };

/**
 * `<checkout-payment>`: every method of the account as an element of the page, mounted once it is in
 * the document and has an account, an `amount` and a `referenceId`, and unmounted when it leaves.
 *
 * Every option is a property. What text can say is an attribute as well: `public-key`,
 * `api-base-url`, `checkout-url`, `amount`, `reference-id`, `endpoint`, `max-installments`, `locale`
 * and `layout`. A property wins over its attribute.
 *
 * Events, none of which bubbles: `ready`, `change`, `focus`, `blur`, `submit` (may be prevented),
 * `paid`, `pending`, `error`, `loaderror` (preventing it leaves the line in the console out);
 * `event.detail` is what the payment element tells.
 *
 * @example
 * <checkout-payment public-key="pk_live_…" api-base-url="https://api.example.com"
 *   checkout-url="https://checkout.example.com" amount="15990" reference-id="order-1"
 *   endpoint="/pay"></checkout-payment>
 */
export type CheckoutPaymentElement = HTMLElement & {
  [name in keyof Given]: Given[name] | undefined;
} & {
  /** The mounted element; null until it is. */
  readonly element: PaymentElement | null;
};

declare global {
  interface HTMLElementTagNameMap {
    'checkout-payment': CheckoutPaymentElement;
  }
}

// So that a shop which takes another element of this entry does not get this list.
const PROPERTIES = /* @__PURE__ */ ACCOUNT.concat(PAYMENT_OPTIONS);

/** Makes `<checkout-payment>` known to the page, once; does nothing on a server. */
export function defineCheckoutPayment(name = 'checkout-payment'): void {
  const registry = globalThis.customElements;
  if (!registry?.get(name)) registry?.define(name, createElementClass());
}

/** Made when it is asked for: a server has no `HTMLElement` to extend. */
function createElementClass(): CustomElementConstructor {
  return class extends HTMLElement {
    static observedAttributes = PROPERTIES.map(toAttribute);

    declare client?: CheckoutClient;
    declare publicKey: string;
    declare apiBaseUrl: string;
    declare checkoutUrl: string;
    declare amount?: number;
    declare referenceId?: string;
    element: PaymentElement | null = null;
    #own: CheckoutClient | null = null;
    #live: LiveElement | null = null;

    constructor() {
      super();
      for (const name of PROPERTIES) {
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
      let isPrevented = false;
      this.#live = createLivePayment({
        client: used,
        target: this,
        read: () => {
          const { amount, referenceId } = this;
          if (amount === undefined || !referenceId) return null;
          const given = PAYMENT_OPTIONS.map((name) => [name, Reflect.get(this, name)]);
          return { ...Object.fromEntries(given), amount, referenceId };
        },
        tell: (name, detail) => {
          isPrevented = !this.dispatchEvent(new CustomEvent(name, { detail, cancelable: true }));
          if (isPrevented) Object(detail).preventDefault?.();
        },
        hears: () => isPrevented,
        onElement: (next) => {
          this.element = next;
        },
      });
    }
  };
}
