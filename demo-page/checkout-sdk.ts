/**
 * The part of the payment SDK this shop uses, as its documentation describes it. The script tag in
 * index.html puts it on `window`; the shop imports nothing.
 */
export type CardToken = {
  payinCard: {
    token: string;
    installments: number;
    /** Where there is interest: what the buyer pays in all, and who pays the interest. */
    installmentPlan?: InstallmentPlan;
    threeDSecure?: unknown;
  };
  antifraud: { skipped: boolean; sessionId: string | null };
  card?: { token: string; brand: string; last4: string };
};

export type InstallmentPlan = {
  installmentAmount: number;
  totalAmount: number;
  paidBy: 'buyer' | 'merchant';
};

/** What the account's installments cost. `ratePerMonth`: in hundredths of a percent. */
export type InstallmentTable = {
  minimumAmount: number;
  rows: { from: number; ratePerMonth: number; paidBy: 'buyer' | 'merchant' }[];
};

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

/** The payment service's answer as the shop's back end passed it on, with every field. */
export type PayinAnswer = { id: string; threeDSecurePending?: boolean; [field: string]: unknown };

/** A payin or an error, as far as the card element needs to know it. */
export type CardAnswer = { status: string } | { code: string };

/** A payin by PIX, as far as the PIX element needs to know it. */
export type PixPayin = { id: string; paymentMethod: 'PIX'; pix: { viewToken: string } };

export type PixElementOptions = {
  payin: PixPayin;
  appearance: Appearance;
  onPaid(): void;
  onExpired(): void;
  onError(error: unknown): void;
};

export type PixElement = { update(change: { appearance: Appearance }): unknown; destroy(): void };

export type CardElement = {
  submit(): unknown;
  handlePendingThreeDS(payin: PayinAnswer): Promise<unknown>;
  update(change: { amount?: number; referenceId?: string; appearance?: Appearance }): unknown;
  /** How the payment with this card stands: the payin, or the error it ended with. */
  conclude(answer: CardAnswer): unknown;
  clear(): unknown;
  on(event: 'submit', handler: (event: { preventDefault(): void }) => void): () => void;
  on(event: 'ready', handler: () => void): () => void;
  on(event: 'change', handler: (state: { installmentPlan?: InstallmentPlan }) => void): () => void;
};

export type CardElementOptions = {
  amount: number;
  installments: number;
  maxInstallments: number;
  referenceId: string;
  customer: SdkCustomer;
  appearance: Appearance;
  onResult(result: CardToken): void;
  onError(error: unknown): void;
};

export type CardInput = {
  amount: number;
  referenceId: string;
  installments: number;
  customer: SdkCustomer;
  /** As the buyer was shown it, where they pay interest. */
  installmentPlan?: { totalAmount: number };
  card: { holderName: string; number: string; expiry: string; cvv: string };
};

export type CheckoutClient = {
  /** `paymentMethods`: what the account can take now, of credit_card, pix, boleto, open_finance. */
  getConfig(): Promise<{ paymentMethods: string[]; installmentTable?: InstallmentTable }>;
  mountCardElement(target: string, options: CardElementOptions): CardElement;
  mountPixElement(target: Element, options: PixElementOptions): Promise<PixElement>;
  prepareCardPayment(input: CardInput): Promise<CardToken>;
  prepareCardPaymentHosted(input: CardInput): Promise<CardToken>;
  handlePendingThreeDS(
    payin: PayinAnswer,
    options: Omit<CardInput, 'referenceId'>,
  ): Promise<unknown>;
};

declare global {
  interface Window {
    CheckoutSDK?: {
      init(options: { publicKey: string; apiBaseUrl: string; locale: string }): CheckoutClient;
    };
  }
}
