import type { Locale } from '../locale.ts';
import type { Centavos } from '../money.ts';
import { isCentavos } from '../money.ts';
import type { PayinStatus } from '../payments/payin-status.ts';
import type { PaymentMethod } from '../payments/payment-method.ts';
import { entry, isObject, object, partial, text } from './call-schema.ts';
import type { CardCalls, CardEvent, CardOptions, CardUpdate } from './card-calls.ts';

/** Every method, in the order in which they stand where the page names none. */
export const OFFERED_METHODS = [
  'CREDIT_CARD',
  'PIX',
  'BOLETO',
  'OPEN_FINANCE',
] as const satisfies readonly PaymentMethod[];

export function isPaymentMethod(value: unknown): value is PaymentMethod {
  return OFFERED_METHODS.some((method) => method === value);
}

export type MethodPrices = { [method in PaymentMethod]?: Centavos | undefined };

function isMethods(value: unknown): value is PaymentMethod[] {
  return Array.isArray(value) && value.length > 0 && value.every(isPaymentMethod);
}

function isPrices(value: unknown): value is MethodPrices {
  return (
    isObject(value) &&
    Object.entries(value).every(([method, price]) => isPaymentMethod(method) && isCentavos(price))
  );
}

const CHOICE = {
  methods: entry(isMethods, `must be a list of ${OFFERED_METHODS.join(', ')}`),
  prices: entry(isPrices, 'must have an amount in centavos for each method it names'),
  choice: entry(
    (value): value is 'list' | 'tabs' => value === 'list' || value === 'tabs',
    'must be list or tabs',
  ),
};

/** What the page says of the methods; the rest of its options are those of the card. */
export const methodOptionsSchema = partial(CHOICE);
/**
 * `methods`: which, in this order, of those that the account has; `prices`: what is paid by a
 * method, in centavos, where that is not the amount; `choice`: how they stand.
 */
export type MethodOptions = {
  methods?: readonly PaymentMethod[] | undefined;
  prices?: MethodPrices | undefined;
  choice?: 'list' | 'tabs' | undefined;
};
export type PaymentOptions = CardOptions & MethodOptions;

export const showSchema = object({ viewToken: text(300) });
export const customerSchema = partial({ customerToken: text(400) });
/** The sentence in each language, since the buyer's may change while they read it. */
export const refuseSchema = object({ 'pt-BR': text(300), en: text(300), es: text(300) });

/**
 * What the buyer chose; beside the card nothing is asked of them but their bank. `isShown`: its
 * payin is on the screen and waits for the buyer, or is paid.
 */
export type ChosenMethod = {
  paymentMethod: PaymentMethod;
  bankId?: string | undefined;
  isShown?: true;
};

export type ShownPayment = { paymentMethod: PaymentMethod; status: PayinStatus };

export type PaymentCalls = Omit<CardCalls, 'update'> & {
  /** With the token of their session the cards that a customer saved are offered as well. */
  update: {
    argument: CardUpdate & { customerToken?: string | undefined };
    result: CardCalls['update']['result'];
  };
  /** Rejects where something is still to be chosen. */
  choose: { argument: Record<string, never>; result: ChosenMethod };
  /** Draws a payin that waits for its buyer, and watches it; `ended` tells how it ended. */
  show: { argument: { viewToken: string }; result: ShownPayment };
  /** Says why it was refused to a buyer who may try another way. */
  refuse: { argument: { [locale in Locale]: string }; result: null };
};

/**
 * What the page may know while the buyer chooses. `complete`: it can be submitted. `amount`: what is
 * paid by this method, in centavos, with the interest of the plan that is chosen.
 */
export type PaymentState = {
  method: PaymentMethod;
  complete: boolean;
  empty: boolean;
  amount: Centavos;
};

export type PaymentEvent =
  | Exclude<CardEvent, { type: 'change' }>
  | { type: 'change'; state: PaymentState }
  | ({ type: 'ended' } & ShownPayment);

export type FrameEvent = CardEvent | PaymentEvent;
