import type { CheckoutError } from '../../contract/errors/checkout-error.ts';
import type { CardAppearance } from '../../contract/frame/card-calls.ts';
import type {
  MethodPrices,
  PaymentState,
  ShownPayment,
} from '../../contract/frame/payment-calls.ts';
import type { KnownValue } from '../../contract/known-value.ts';
import type { Locale } from '../../contract/locale.ts';
import type { PaymentMethod } from '../../contract/payments/payment-method.ts';
import type { CardElementEvents } from '../element/card-element.ts';
import type { Unsubscribe } from '../element/subscribers.ts';
import type { ChosenPayment } from '../payment/chosen-payment.ts';
import type { CustomerInput } from '../payment/customer-input.ts';
import type { PayinAnswer, PaymentAnswer } from '../payment/payin-answer.ts';
import type { PAYMENT_ELEMENT_OPTIONS } from '../shared/known-options.ts';

/**
 * How a payment stands that was not refused. `payin`: the endpoint's answer with the newest status.
 * `pending`: a PIX or a boleto waits for its buyer, or their bank does.
 */
export type PaymentResult = { payin: PayinAnswer; outcome: 'paid' | 'pending' };

/** A payment that a page left open. `status`: how it stands by now; `amount` in centavos. */
export type ResumedPayment = ShownPayment & {
  payinId: string;
  referenceId: string;
  amount: number;
};

/** What `mountPaymentElement` takes. Amounts in centavos. */
export type PaymentElementOptions = {
  /** What the buyer pays, in centavos: `15990` is R$ 159,90. */
  amount: number;
  /** Your order's own identifier, of at most 100 characters. */
  referenceId: string;
  /**
   * Your back end, which is sent `ChosenPayment` by POST as JSON and answers what POST /payin
   * answered. It may be asked the same more than once. Give this or `pay`.
   */
  endpoint?: string | undefined;
  /** Asks your back end by a call of your own. */
  pay?: ((chosen: ChosenPayment) => Promise<PaymentAnswer>) | undefined;
  /** Which methods, in which order; those that the account lacks never show. Default: all. */
  methods?: readonly PaymentMethod[] | undefined;
  /** What is paid by a method, in centavos, where that is not `amount`. */
  prices?: MethodPrices | undefined;
  /** Above 1 the buyer chooses among installments. */
  maxInstallments?: number;
  /** Who pays; where the account's 3-D Secure needs it, told to the provider's script. */
  customer?: CustomerInput;
  /** Of a session that your server opened for the buyer: offers the cards that they saved. */
  customerToken?: string | undefined;
  /** Theme, variables and rules, as the card element takes them. */
  appearance?: CardAppearance['appearance'];
  /** Overrides the client's language for this element. */
  locale?: KnownValue<Locale>;
  /** How the methods stand; in narrow places always a list. Default `list`. */
  layout?: 'list' | 'tabs' | undefined;
  /** The buyer chose another method, or what they typed is complete now, or no more. */
  onChange?: (state: PaymentState) => void;
  /** It is paid, at once or while the buyer looks on; the outcome to rely on comes by webhook. */
  onPaid?: (result: { payin: PayinAnswer }) => void;
  /** A PIX, a boleto or the way to the bank is shown, or an acquirer has not decided yet. */
  onPending?: (result: { payin: PayinAnswer }) => void;
  /** Gets every failure: `error.userMessage` is for the buyer, and in the element already. */
  onError?: (error: CheckoutError) => void;
};

/** Does not compile while the options and the list of those that are known differ. */
type Listed = (typeof PAYMENT_ELEMENT_OPTIONS)[number];
type Unlisted =
  | Exclude<keyof PaymentElementOptions, Listed>
  | Exclude<Listed, keyof PaymentElementOptions>;
export type EveryPaymentElementOptionIsListed<Option extends never = Unlisted> = Option;

/** What `element.update` takes: any of these, live. */
export type PaymentElementUpdate = Partial<
  Pick<
    PaymentElementOptions,
    'amount' | 'referenceId' | 'maxInstallments' | 'appearance' | 'locale'
  >
>;

export type PaymentElementEvents = Omit<CardElementEvents, 'change'> & { change: PaymentState };

/** Every method of an account in one hosted iframe: choice, card, PIX, boleto and banks. */
export type PaymentElement = {
  /** What the buyer pays, in centavos; as mounted, or as updated since. */
  readonly amount: number;
  /** The order it is for. */
  readonly referenceId: string;
  /** Resolves when the buyer can choose and type; rejects when that will not happen. */
  readonly ready: Promise<void>;
  /**
   * Pays by what the buyer chose: prepares it, asks your back end, follows a challenge. Resolves at
   * the first of paid and pending, rejects where it was refused. Calls made while one runs get the
   * same promise. After `pending` it may be called again with another method.
   */
  submit: (options?: { signal?: AbortSignal }) => Promise<PaymentResult>;
  /** Changes what is given while it is shown; what was typed stays. */
  update: (changes: PaymentElementUpdate) => Promise<void>;
  /** Puts the cursor to the choice, or into the first field that is not right yet. */
  focus: () => Promise<void>;
  /** Calls `handler` at each event of this name; the function it returns ends that. */
  on: <Name extends keyof PaymentElementEvents>(
    name: Name,
    handler: (event: PaymentElementEvents[Name]) => void,
  ) => Unsubscribe;
  /** Removes the frame and the card in it; pending calls reject with `DESTROYED`. */
  unmount: () => void;
  /** `unmount()`, and drops every handler. */
  destroy: () => void;
};
