import type { ForwardedRef } from 'react';
import { createElement, forwardRef, useImperativeHandle } from 'react';
import type { PaymentListeners, PaymentProps } from '../element/live-payment.ts';
import { createLivePayment } from '../element/live-payment.ts';
import type { CheckoutClient } from '../init.ts';
import type { PaymentElement } from '../payment-element/payment-element.ts';
import type { ElementHandle, NodeProps } from './use-live-element.ts';
import { useLiveElement } from './use-live-element.ts';

/** The options of `mountPaymentElement`, and whom to tell: `onPaid`, `onPending`, `onError`, … */
export type UseCheckoutPaymentProps = PaymentProps & PaymentListeners;

/** What `useCheckoutPayment` answers. `element`: null on a server, and until it is mounted. */
export type CheckoutPaymentHandle = ElementHandle<PaymentElement>;

/**
 * Every method of the account in a node of one's own, as `useCheckoutCard` is for the card alone.
 *
 * @example
 * const { ref, element } = useCheckoutPayment(client, {
 *   amount: 15990, referenceId: 'order-1', endpoint: '/pay', onPaid: showThanks,
 * });
 * return <><div ref={ref} /><button onClick={() => element?.submit()}>Pagar</button></>;
 */
export function useCheckoutPayment(
  client: CheckoutClient | null | undefined,
  props: UseCheckoutPaymentProps,
): CheckoutPaymentHandle {
  return useLiveElement<UseCheckoutPaymentProps, PaymentElement>(client, props, createLivePayment);
}

/** What `<CheckoutPayment>` takes: those, and what the node around the methods is given. */
export type CheckoutPaymentProps = UseCheckoutPaymentProps & NodeProps;

/**
 * Every method of the account as a component; its `ref` holds the payment element. Safe in strict
 * mode and where it is rendered on a server, which shows the empty node.
 *
 * @example
 * <CheckoutPayment ref={payment} client={client} amount={15990} referenceId="order-1"
 *   endpoint="/pay" onPaid={showThanks} />
 */
export const CheckoutPayment = /* @__PURE__ */ forwardRef(function CheckoutPayment(
  { client, className, id, ...props }: CheckoutPaymentProps,
  handle: ForwardedRef<PaymentElement | null>,
) {
  const { ref, element } = useCheckoutPayment(client, props);
  useImperativeHandle<PaymentElement | null, PaymentElement | null>(handle, () => element, [
    element,
  ]);
  return createElement('div', { ref, className, id });
});
