import { createElement } from 'react';
import type { PixProps } from '../element/live-pix.ts';
import { createLivePix } from '../element/live-pix.ts';
import type { CheckoutClient } from '../init.ts';
import type { PixElement, PixEnd } from '../pix/pix-element.ts';
import type { ElementHandle, NodeProps } from './use-live-element.ts';
import { useLiveElement } from './use-live-element.ts';

/** The options of `mountPixElement`, and whom to tell. */
export type UseCheckoutPixProps = PixProps & {
  onReady?: (element: PixElement) => void;
  onPaid?: (end: PixEnd) => void;
  onExpired?: (end: PixEnd) => void;
  onError?: (error: unknown) => void;
};

/** What `useCheckoutPix` answers. `element`: null on a server, and until the PIX is shown. */
export type CheckoutPixHandle = ElementHandle<PixElement>;

/**
 * A PIX in a node of one's own: `<div ref={ref} />`. Shown as soon as there is a `payin`, and anew
 * for another one; callbacks are always the newest.
 *
 * @example
 * const { ref } = useCheckoutPix(client, { payin, onPaid: () => setPaid(true) });
 * return <div ref={ref} />;
 */
export function useCheckoutPix(
  client: CheckoutClient | null | undefined,
  props: UseCheckoutPixProps,
): CheckoutPixHandle {
  return useLiveElement<UseCheckoutPixProps, PixElement>(client, props, createLivePix);
}

/** What `<CheckoutPix>` takes: those, and what the node around the PIX is given. */
export type CheckoutPixProps = UseCheckoutPixProps & NodeProps;

/**
 * A payin by PIX as a component. Safe in strict mode and where it is rendered on a server, which
 * shows the empty node.
 *
 * @example
 * <CheckoutPix client={client} payin={payin} onPaid={showThanks} onExpired={offerAnother} />
 */
export function CheckoutPix({ client, className, id, ...props }: CheckoutPixProps) {
  const { ref } = useCheckoutPix(client, props);
  return createElement('div', { ref, className, id });
}
