import type { PixProps } from '../element/live-pix.ts';
import { createLivePix, PIX_OPTIONS } from '../element/live-pix.ts';
import type { PixElement } from '../pix/pix-element.ts';
import { defineLive } from './define-live.ts';
import type { Account } from './properties.ts';
import { ACCOUNT } from './properties.ts';

/** The properties of the element; each may be left undefined. */
type Given = Required<PixProps> & Account;

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

const PROPERTIES = /* @__PURE__ */ ACCOUNT.concat(PIX_OPTIONS);

/** Makes `<checkout-pix>` known to the page, once; does nothing on a server. */
export function defineCheckoutPix(name = 'checkout-pix'): void {
  defineLive(name, { properties: PROPERTIES, mount: createLivePix });
}
