import type {
  CardAnswer,
  CardToken,
  InstallmentPlan,
  PayinAnswer,
  SdkCustomer,
} from './checkout-sdk.ts';

/** Where the buyer's card comes from: the hosted fields, or plain inputs of this page. */
export type CardEntry = {
  /** Turns the card into a token for this order. Rejects with the SDK's error. */
  prepare(order: {
    referenceId: string;
    amount: number;
    customer: SdkCustomer;
  }): Promise<CardToken>;
  /** The bank wants to hear from the buyer before it decides. Rejects with the SDK's error. */
  confirm(payin: PayinAnswer): Promise<unknown>;
  setAmount(amount: number): void;
  /** What is chosen, where it has interest. */
  plan(): InstallmentPlan | null;
  /**
   * The payment with this card ended, or was refused: the fields are ready for the next try, with
   * what of the card may be used again.
   */
  conclude(answer: CardAnswer): void;
  /** Forgets the card, however its payment stands. */
  clear(): void;
};

/** What the page may tell of an error of the SDK. `userMessage` is written for the buyer. */
export type SdkError = { code: string; userMessage: string };

export function toSdkError(error: unknown): SdkError {
  const read = (name: 'code' | 'userMessage') => {
    const value: unknown =
      typeof error === 'object' && error !== null ? Reflect.get(error, name) : undefined;
    return typeof value === 'string' ? value : '';
  };
  return { code: read('code') || 'UNKNOWN', userMessage: read('userMessage') };
}
