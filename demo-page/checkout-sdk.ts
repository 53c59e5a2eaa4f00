/**
 * The part of the payment SDK this shop uses, as its documentation describes it. The script tag in
 * index.html puts it on `window`; the shop imports nothing.
 */
export type SdkCustomer = {
  name: string;
  document: string;
  email: string;
  phone: string;
  address: {
    street: string;
    number: string;
    zipCode: string;
    city: string;
    state: string;
    complement?: string;
    neighborhood?: string;
  };
};

export type Appearance = { theme: 'light' | 'dark'; variables?: { [name: string]: string } };

/** The payment service's answer as the shop's back end passed it on. */
export type PayinAnswer = { id: string; status?: string };

export type PaymentOptions = {
  amount: number;
  referenceId: string;
  endpoint: string;
  maxInstallments: number;
  customer: SdkCustomer;
  appearance: Appearance;
  onChange: (state: { amount: number }) => void;
  onPaid: (result: { payin: PayinAnswer }) => void;
  onPending: (result: { payin: PayinAnswer }) => void;
  onError: (error: SdkError) => void;
};

export type SdkError = { code: string; userMessage: string; details: { fields?: unknown } };

export type PaymentElement = {
  ready: Promise<void>;
  submit: () => Promise<unknown>;
  update: (changes: { amount?: number; appearance?: Appearance }) => Promise<void>;
  on: (event: 'submit', handler: (pressed: { preventDefault: () => void }) => void) => unknown;
};

declare global {
  interface Window {
    CheckoutSDK?: {
      init: (options: { publicKey: string; apiBaseUrl: string; locale: string }) => {
        mountPaymentElement: (target: string, options: PaymentOptions) => PaymentElement;
      };
    };
  }
}
