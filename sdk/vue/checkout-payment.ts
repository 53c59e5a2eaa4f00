import { defineComponent } from 'vue';
import { ELEMENT_EVENTS } from '../element/live-element.ts';
import type { PaymentEventName, PaymentListeners, PaymentProps } from '../element/live-payment.ts';
import { createLivePayment, PAYMENT_OPTIONS } from '../element/live-payment.ts';
import type { CheckoutClient } from '../init.ts';
import type { PaymentElement } from '../payment-element/payment-element.ts';
import { join, useLiveElement } from './use-live-element.ts';

/** What `<CheckoutPayment>` takes: the options of `mountPaymentElement`, and listeners by `@paid`, … */
export type CheckoutPaymentProps = PaymentProps & {
  [listener in keyof PaymentListeners]?: NonNullable<PaymentListeners[listener]>;
} & { client: CheckoutClient | null | undefined };

/** What a template ref to `<CheckoutPayment>` holds; `element` is null until it is mounted. */
export type CheckoutPaymentInstance = { readonly element: PaymentElement | null };

/**
 * Every method of the account as a component, as `<CheckoutCard>` is for the card alone.
 *
 * @example
 * <CheckoutPayment ref="payment" :client="client" :amount="15990" reference-id="order-1"
 *   endpoint="/pay" @paid="showThanks" />
 */
export const CheckoutPayment = /* @__PURE__ */ defineComponent(
  (props: CheckoutPaymentProps, context) =>
    useLiveElement(props, context, PAYMENT_OPTIONS, createLivePayment),
  {
    name: 'CheckoutPayment',
    props: /* @__PURE__ */ join(['client'], PAYMENT_OPTIONS),
    emits: /* @__PURE__ */ join(
      ['paid', 'pending', 'error'],
      ELEMENT_EVENTS,
    ) satisfies PaymentEventName[],
  },
);
