import type { ForwardedRef } from 'react';
import { createElement, forwardRef, useImperativeHandle } from 'react';
import type { CardElement } from '../element/card-element.ts';
import type { CardProps } from '../element/card-element-options.ts';
import type { CardListeners } from '../element/live-card.ts';
import { createLiveCard } from '../element/live-card.ts';
import type { CheckoutClient } from '../init.ts';
import type { ElementHandle, NodeProps } from './use-live-element.ts';
import { useLiveElement } from './use-live-element.ts';

/** What `useCheckoutCard` answers. `element`: null on a server, and until the card is mounted. */
export type CheckoutCardHandle = ElementHandle<CardElement>;

/** The options of `mountCardElement`, and whom to tell: `onResult`, `onError`, `onChange`, … */
export type UseCheckoutCardProps = CardProps & CardListeners;

/**
 * A card in a node of one's own: `<div ref={ref} />`. `client`: from `init` or `loadCheckout`, made
 * once and not in each render; the card is mounted when it is there, and anew when it is another
 * one. Every other change reaches the mounted card, and what the buyer typed stays; callbacks are
 * always the newest.
 *
 * @example
 * const { ref, element } = useCheckoutCard(client, { amount: 15990, referenceId: 'order-1' });
 * return <><div ref={ref} /><button onClick={() => element?.submit()}>Pagar</button></>;
 */
export function useCheckoutCard(
  client: CheckoutClient | null | undefined,
  props: UseCheckoutCardProps,
): CheckoutCardHandle {
  return useLiveElement<UseCheckoutCardProps, CardElement>(client, props, createLiveCard);
}

/** What `<CheckoutCard>` takes: those, and what the node around the card is given. */
export type CheckoutCardProps = UseCheckoutCardProps & NodeProps;

/**
 * The card fields as a component; its `ref` holds the card element. Safe in strict mode and where
 * it is rendered on a server, which shows the empty node.
 *
 * @example
 * <CheckoutCard ref={card} client={client} amount={15990} referenceId="order-1"
 *   onResult={sendToMyServer} onError={(error) => setMessage(error.userMessage)} />
 */
export const CheckoutCard = /* @__PURE__ */ forwardRef(function CheckoutCard(
  { client, className, id, ...props }: CheckoutCardProps,
  handle: ForwardedRef<CardElement | null>,
) {
  const { ref, element } = useCheckoutCard(client, props);
  useImperativeHandle<CardElement | null, CardElement | null>(handle, () => element, [element]);
  return createElement('div', { ref, className, id });
});

export {
  CheckoutPayment,
  type CheckoutPaymentHandle,
  type CheckoutPaymentProps,
  type UseCheckoutPaymentProps,
  useCheckoutPayment,
} from './checkout-payment.ts';
export {
  CheckoutPix,
  type CheckoutPixHandle,
  type CheckoutPixProps,
  type UseCheckoutPixProps,
  useCheckoutPix,
} from './checkout-pix.ts';
