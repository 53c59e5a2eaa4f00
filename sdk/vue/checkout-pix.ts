import { defineComponent } from 'vue';
import type { PixProps, PixTold } from '../element/live-pix.ts';
import { createLivePix, PIX_OPTIONS } from '../element/live-pix.ts';
import type { CheckoutClient } from '../init.ts';
import type { PixElement, PixEnd } from '../pix/pix-element.ts';
import { join, useLiveElement } from './use-live-element.ts';

/** What `<CheckoutPix>` takes: the options of `mountPixElement`, and listeners by `@paid`, … */
export type CheckoutPixProps = PixProps & {
  client: CheckoutClient | null | undefined;
  onReady?: (element: PixElement) => void;
  onPaid?: (end: PixEnd) => void;
  onExpired?: (end: PixEnd) => void;
  onError?: (error: unknown) => void;
};

/** What a template ref to `<CheckoutPix>` holds; `element` is null until the PIX is shown. */
export type CheckoutPixInstance = { readonly element: PixElement | null };

/**
 * A payin by PIX as a component, shown as soon as there is a `payin`, and anew for another one.
 * Safe where it is rendered on a server, which shows the empty node.
 *
 * @example
 * <CheckoutPix :client="client" :payin="payin" @paid="showThanks" @expired="offerAnother" />
 */
export const CheckoutPix = /* @__PURE__ */ defineComponent(
  (props: CheckoutPixProps, context) => useLiveElement(props, context, PIX_OPTIONS, createLivePix),
  {
    name: 'CheckoutPix',
    props: /* @__PURE__ */ join(['client'], PIX_OPTIONS),
    emits: ['ready', 'paid', 'expired', 'error'] satisfies (keyof PixTold)[],
  },
);
