import type { CardToken, SdkCustomer } from './checkout-sdk.ts';

/** What an order is paid with, as the shop's back end takes it. */
export type PaymentRequest =
  | { paymentMethod: 'CREDIT_CARD'; token: CardToken }
  | { paymentMethod: 'PIX' }
  | { paymentMethod: 'BOLETO' }
  | { paymentMethod: 'OPEN_FINANCE'; bankId: string };

/** One way to pay, once the buyer chose it. */
export type PaymentEntry = {
  /** What the buyer is told while it is prepared, and while it is sent. */
  busy: { preparing: string; paying: string };
  /** Shows what is missing and focuses it; true where nothing is. */
  check(): boolean;
  prepare(order: {
    referenceId: string;
    amount: number;
    customer: SdkCustomer;
  }): Promise<PaymentRequest>;
};
