import type {
  PaymentElement,
  PaymentElementEvents,
  PaymentElementOptions,
} from '../payment-element/payment-element.ts';
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

export const PAYMENT_OPTIONS = [
  'amount',
  'referenceId',
  'maxInstallments',
  'locale',
  'appearance',
  'endpoint',
  'methods',
  'prices',
  'layout',
  'customer',
  'customerToken',
  'pay',
] as const satisfies readonly (keyof PaymentProps)[];

/** Other methods, prices or another server are another form: it is mounted anew. */
const FIXED_OPTIONS = ['endpoint', 'methods', 'prices', 'layout', 'customerToken'] as const;

/** Does not compile while an option of `mountPaymentElement` is not in the list. */
type Unlisted = Exclude<keyof PaymentProps, (typeof PAYMENT_OPTIONS)[number]>;
export type AllOptionsAreListed<Option extends never = Unlisted> = Option;

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
