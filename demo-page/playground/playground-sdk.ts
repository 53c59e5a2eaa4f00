import type { CardToken, PayinAnswer, SdkCustomer } from '../checkout-sdk.ts';

/**
 * The part of the payment SDK the playground uses: more than the shop, and as loosely typed as the
 * options it makes up. The script tag in playground.html puts it on `window`.
 */
export type PlaygroundSdk = {
  init(options: Plain): PlaygroundClient;
  buildPayinPayload<Base extends object>(base: Base, prepared: CardToken): PayinBody & Base;
};

export type PlaygroundClient = {
  mountCardElement(
    target: string,
    options: { [name: string]: unknown; onResult(prepared: CardToken): void },
  ): PlaygroundElement;
};

export type PlaygroundElement = {
  submit(): unknown;
  update(changes: Plain): Promise<void>;
  handlePendingThreeDS(payin: PayinAnswer): Promise<unknown>;
  on(event: ElementEvent, handler: (payload: unknown) => void): () => void;
  destroy(): void;
};

/** Every event of the element. What a successful submit gives comes by `onResult`. */
export const ELEMENT_EVENTS = [
  'ready',
  'change',
  'focus',
  'blur',
  'submit',
  'error',
  'loaderror',
] as const;
export type ElementEvent = (typeof ELEMENT_EVENTS)[number];

/** Plain data, as it can be written in code and sent. */
export type PlainValue = string | number | boolean | readonly PlainValue[] | Plain;
export type Plain = { readonly [name: string]: PlainValue };

/** What every payin of the playground has, whatever is prepared. Amounts in centavos. */
export type PayinBase = {
  amount: number;
  referenceId: string;
  payerIp: string;
  isPhysicalProduct: boolean;
  customer: SdkCustomer;
  items: { title: string; quantity: number; unitPrice: number }[];
};

export type PayinBody = {
  paymentMethod: string;
  card: CardToken['payinCard'];
  antifraud?: { sessionId: string };
};

/** The global of the script tag; null while no script has put it there. */
export function readPlaygroundSdk(view: Window): PlaygroundSdk | null {
  const found: unknown = Reflect.get(view, 'CheckoutSDK');
  return isSdk(found) ? found : null;
}

function isSdk(value: unknown): value is PlaygroundSdk {
  return typeof value === 'object' && value !== null && 'init' in value;
}
