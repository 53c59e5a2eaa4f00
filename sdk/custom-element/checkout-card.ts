import type { CardElement } from '../element/card-element.ts';
import type { CardProps } from '../element/card-element-options.ts';
import { CARD_OPTIONS, createLiveCard } from '../element/live-card.ts';
import { defineLive, homeOfOrder } from './define-live.ts';
import type { Account } from './properties.ts';
import { ACCOUNT } from './properties.ts';

/** The properties of the element; each may be left undefined. */
type Given = CardProps & Account;

/**
 * `<checkout-card>`: the card fields as an element of the page, mounted once it is in the document
 * and has an account, an `amount` and a `referenceId`, and unmounted when it leaves.
 *
 * Every option is a property. What text can say is an attribute as well: `public-key`,
 * `api-base-url`, `checkout-url`, `amount`, `reference-id`, `installments`, `max-installments`,
 * `locale` and `layout`. A property wins over its attribute. All change live but `fields`, `token`
 * and `card`, which mount it anew; for another account take it out of the page and put it in again.
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

// So that a shop which takes another element of this entry does not get this list.
const PROPERTIES = /* @__PURE__ */ ACCOUNT.concat(CARD_OPTIONS);

/** Makes `<checkout-card>` known to the page, once; does nothing on a server. */
export function defineCheckoutCard(name = 'checkout-card'): void {
  defineLive<CardElement>(name, {
    properties: PROPERTIES,
    clear: (element) => void element.clear().catch(() => {}),
    mount(home) {
      const live = homeOfOrder<CardElement, CardProps>(home, CARD_OPTIONS);
      return createLiveCard({
        ...live,
        tell(event, detail) {
          if (event === 'result') {
            home.field?.setFormValue(JSON.stringify(Reflect.get(Object(detail), 'payinCard')));
          }
          live.tell(event, detail);
        },
      });
    },
  });
}
