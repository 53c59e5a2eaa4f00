import type { ForwardedRef } from 'react';
import { createElement, forwardRef, useEffect, useImperativeHandle, useRef, useState } from 'react';
import type { CardElement } from '../element/card-element.ts';
import type { CardProps } from '../element/card-element-options.ts';
import type { CardEventName, CardListeners, LiveCard } from '../element/live-card.ts';
import { createLiveCard } from '../element/live-card.ts';
import type { CheckoutClient } from '../init.ts';

/** What `useCheckoutCard` answers. `element`: null on a server, and until the card is mounted. */
export type CheckoutCardHandle = {
  /** Goes to the node that the card is to be mounted into. */
  ref: (node: Element | null) => void;
  element: CardElement | null;
};

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
  const [node, ref] = useState<Element | null>(null);
  const [element, onElement] = useState<CardElement | null>(null);
  const latest = useRef(props);
  const card = useRef<LiveCard | null>(null);

  useEffect(() => {
    latest.current = props;
    card.current?.sync();
  });
  useEffect(() => {
    if (!client || !node) return;
    const live = createLiveCard({
      client,
      node,
      read: () => latest.current,
      tell: (name, event) => listenerOf(latest.current, name)?.(event),
      hears: (name) => listenerOf(latest.current, name) !== null,
      onElement,
    });
    card.current = live;
    return () => {
      card.current = null;
      live.unmount();
    };
  }, [client, node]);

  return { ref, element };
}

/** What `<CheckoutCard>` takes: those, and what the node around the card is given. */
export type CheckoutCardProps = UseCheckoutCardProps & {
  client: CheckoutClient | null | undefined;
  className?: string | undefined;
  id?: string | undefined;
};

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

/** `onChange` for `change`. */
function listenerOf(props: CardListeners, name: CardEventName): ((event: unknown) => void) | null {
  const listener: unknown = Reflect.get(props, `on${name[0]?.toUpperCase()}${name.slice(1)}`);
  return typeof listener === 'function' ? (event) => listener(event) : null;
}

export {
  CheckoutPix,
  type CheckoutPixHandle,
  type CheckoutPixProps,
  type UseCheckoutPixProps,
  useCheckoutPix,
} from './checkout-pix.ts';
