import type {
  PaymentElement,
  PaymentElementEvents,
  PaymentElementOptions,
} from '../payment-element/payment-element.ts';
import { PAYMENT_ELEMENT_OPTIONS } from '../shared/known-options.ts';
import type { Listeners, LiveElement, LiveHome } from './live-element.ts';
import { createLiveElement } from './live-element.ts';

type PaymentEvents = PaymentElementEvents & {
  [name in 'paid' | 'pending']: Parameters<NonNullable<PaymentElementOptions['onPaid']>>[0];
};
export type PaymentEventName = keyof PaymentEvents;
export type PaymentListeners = Listeners<PaymentEvents>;

/** The options of `mountPaymentElement` that a wrapper takes as they are. */
export type PaymentProps = Omit<
  PaymentElementOptions,
  'onChange' | 'onPaid' | 'onPending' | 'onError'
>;

export const PAYMENT_OPTIONS = /* @__PURE__ */ PAYMENT_ELEMENT_OPTIONS.filter(
  (name): name is keyof PaymentProps => !name.startsWith('on'),
);

/** Other methods, prices or another server are another form: it is mounted anew. */
const FIXED_OPTIONS = ['endpoint', 'methods', 'prices', 'layout', 'customerToken'] as const;

type Client = {
  mountPaymentElement: (target: Element, options: PaymentElementOptions) => PaymentElement;
};

/** Keeps a payment element in `target` that is as `read` says; `pay` is always the newest. */
export function createLivePayment(
  home: LiveHome<Client, PaymentProps | null, PaymentEventName, PaymentElement>,
): LiveElement {
  const { tell } = home;
  return createLiveElement<PaymentProps, PaymentElement>(
    home,
    PAYMENT_OPTIONS,
    FIXED_OPTIONS,
    ({ pay, ...options }) =>
      home.client.mountPaymentElement(home.target, {
        ...options,
        pay: pay && ((chosen) => (home.read()?.pay ?? pay)(chosen)),
        onPaid: (told) => tell('paid', told),
        onPending: (told) => tell('pending', told),
      }),
  );
}
