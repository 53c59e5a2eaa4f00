import { defineComponent } from 'vue';
import type { CardElement } from '../element/card-element.ts';
import type { CardProps } from '../element/card-element-options.ts';
import type { CardEventName, CardListeners } from '../element/live-card.ts';
import { CARD_OPTIONS, createLiveCard } from '../element/live-card.ts';
import { ELEMENT_EVENTS } from '../element/live-element.ts';
import type { CheckoutClient } from '../init.ts';
import { join, useLiveElement } from './use-live-element.ts';

/** What `<CheckoutCard>` takes: the options of `mountCardElement`, and listeners by `@result`, … */
export type CheckoutCardProps = CardProps & {
  [listener in keyof CardListeners]?: NonNullable<CardListeners[listener]>;
} & { client: CheckoutClient | null | undefined };

/** What a template ref to `<CheckoutCard>` holds; `element` is null until the card is mounted. */
export type CheckoutCardInstance = { readonly element: CardElement | null };

/**
 * The card fields as a component. `client`: from `init` or `loadCheckout`; the card is mounted when
 * it is there, and anew when it is another one. Every other change reaches the mounted card, and
 * what the buyer typed stays. Safe where it is rendered on a server, which shows the empty node.
 *
 * @example
 * <CheckoutCard ref="card" :client="client" :amount="15990" reference-id="order-1"
 *   @result="sendToMyServer" @error="(error) => (message = error.userMessage)" />
 */
export const CheckoutCard = /* @__PURE__ */ defineComponent(
  (props: CheckoutCardProps, context) =>
    useLiveElement(props, context, CARD_OPTIONS, createLiveCard),
  {
    name: 'CheckoutCard',
    props: /* @__PURE__ */ join(['client'], CARD_OPTIONS),
    emits: /* @__PURE__ */ join(['result', 'error'], ELEMENT_EVENTS) satisfies CardEventName[],
  },
);

export {
  CheckoutPayment,
  type CheckoutPaymentInstance,
  type CheckoutPaymentProps,
} from './checkout-payment.ts';
export { CheckoutPix, type CheckoutPixInstance, type CheckoutPixProps } from './checkout-pix.ts';
