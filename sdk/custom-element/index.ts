import type { CheckoutError } from '../../contract/errors/checkout-error.ts';
import type { CardElement } from '../element/card-element.ts';
import type { CardProps } from '../element/card-element-options.ts';
import { CARD_OPTIONS, LIVE_OPTIONS } from '../element/live-card.ts';
import { ELEMENT_EVENTS } from '../element/live-element.ts';
import { init } from '../index.ts';
import type { CheckoutClient } from '../init.ts';
import type { Account } from './properties.ts';
import { ACCOUNT, NUMBER, toAttribute } from './properties.ts';

/** The properties of the element; each may be left undefined. */
type Given = CardProps & Account;

/**
 * `<checkout-card>`: the card fields as an element of the page, mounted once it is in the document
 * and has an account, an `amount` and a `referenceId`, and unmounted when it leaves.
 *
 * Every option is a property. What text can say is an attribute as well: `public-key`,
 * `api-base-url`, `checkout-url`, `amount`, `reference-id`, `installments`, `max-installments`,
 * `locale` and `layout`. A property wins over its attribute. The options of a mounted card change
 * live; for another account take it out of the document and put it in again.
 *
 * Events, none of which bubbles, by the names of the card element: `ready`, `change`, `focus`,
 * `blur`, `submit` (may be prevented), `result`, `error`, `loaderror` (preventing it leaves the
 * line in the console out); `event.detail` is what the card element tells.
 *
 * In a form it is a field: after a submit its value is `payinCard` as JSON, under its `name`. A
 * reset of the form clears it.
 *
 * @example
 * <checkout-card public-key="pk_live_…" api-base-url="https://api.example.com"
 *   checkout-url="https://checkout.example.com" amount="15990" reference-id="order-1"></checkout-card>
 */
export type CheckoutCardElement = HTMLElement & {
  [name in keyof Given]: Given[name] | undefined;
} & {
  /** The mounted card; null until it is. */
  readonly element: CardElement | null;
};

declare global {
  interface HTMLElementTagNameMap {
    'checkout-card': CheckoutCardElement;
  }
}

// So that a shop which takes the other element of this entry does not get this list.
const PROPERTIES = /* @__PURE__ */ ACCOUNT.concat(CARD_OPTIONS);

/** Makes `<checkout-card>` known to the page, once; does nothing on a server. */
export function defineCheckoutCard(name = 'checkout-card'): void {
  const registry = globalThis.customElements;
  if (!registry?.get(name)) registry?.define(name, createElementClass());
}

/** Made when it is asked for: a server has no `HTMLElement` to extend. */
function createElementClass(): CustomElementConstructor {
  return class extends HTMLElement {
    static formAssociated = true;
    static observedAttributes = PROPERTIES.map(toAttribute);

    declare client?: CheckoutClient;
    declare publicKey: string;
    declare apiBaseUrl: string;
    declare checkoutUrl: string;
    declare amount?: number;
    declare referenceId?: string;
    element: CardElement | null = null;
    #own: CheckoutClient | null = null;
    // A browser without it sends the form without this field.
    #field = this.attachInternals?.();

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
            this.#change(name);
          },
        });
      }
    }

    connectedCallback(): void {
      this.#change();
    }

    attributeChangedCallback(attribute: string): void {
      this.#change(PROPERTIES.find((name) => toAttribute(name) === attribute));
    }

    disconnectedCallback(): void {
      this.element?.destroy();
      this.#own?.destroy();
      this.element = this.#own = null;
    }

    formResetCallback(): void {
      this.#field?.setFormValue(null);
      this.element?.clear().catch(() => {});
    }

    /** Tells the frame, or mounts it as soon as all that is set together is there. */
    #change(name = ''): void {
      const value = Reflect.get(this, name);
      if (!this.element) queueMicrotask(() => this.#mount());
      else if (value !== undefined && LIVE_OPTIONS.some((live) => live === name)) {
        this.element
          .update({ [name]: value })
          .catch((error: CheckoutError) => this.element && this.#tell('error', error));
      }
    }

    #mount(): void {
      const { client, publicKey, apiBaseUrl, checkoutUrl, amount, referenceId } = this;
      if (this.element || !this.isConnected || amount === undefined || !referenceId) return;
      // Where this or the mount throws, the page's console says what is wrong.
      let used = client ?? this.#own;
      if (!used && publicKey) used = this.#own = init({ publicKey, apiBaseUrl, checkoutUrl });
      if (!used) return;
      const element = used.mountCardElement(this, {
        ...Object.fromEntries(CARD_OPTIONS.map((name) => [name, Reflect.get(this, name)])),
        amount,
        referenceId,
        onError: (error) => this.#tell('error', error),
        onResult: (prepared) => {
          this.#field?.setFormValue(JSON.stringify(prepared.payinCard));
          this.#tell('result', prepared);
        },
      });
      for (const name of ELEMENT_EVENTS) element.on(name, (event) => this.#tell(name, event));
      this.element = element;
    }

    /** Whether the page prevented it: a submit is held back then, and a load error is handled. */
    #tell(name: string, detail: unknown): boolean {
      const isPrevented = !this.dispatchEvent(new CustomEvent(name, { detail, cancelable: true }));
      if (isPrevented) Object(detail).preventDefault?.();
      return isPrevented;
    }
  };
}

export { type CheckoutPaymentElement, defineCheckoutPayment } from './checkout-payment.ts';
export { type CheckoutPixElement, defineCheckoutPix } from './checkout-pix.ts';
