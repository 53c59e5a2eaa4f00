import type { PaymentProps } from '../element/live-payment.ts';
import { createLivePayment, PAYMENT_OPTIONS } from '../element/live-payment.ts';
import type { PaymentElement } from '../payment-element/payment-element.ts';
import { defineLive, homeOfOrder } from './define-live.ts';
import type { Account } from './properties.ts';
import { ACCOUNT } from './properties.ts';

/** The properties of the element; each may be left undefined. */
type Given = Required<PaymentProps> & Account;

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
  defineLive<PaymentElement>(name, {
    properties: PROPERTIES,
    mount: (home) => createLivePayment(homeOfOrder(home, PAYMENT_OPTIONS)),
  });
}
