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

/**
 * What the page may tell of an error of the SDK. `userMessage` is written for the buyer; `outcome`
 * says whether the order was charged.
 */
export type SdkError = {
  code: string;
  userMessage: string;
  outcome: string;
  details: { reason: string };
};

export function toSdkError(error: unknown): SdkError {
  const read = (from: unknown, name: string) => {
    const value: unknown =
      typeof from === 'object' && from !== null ? Reflect.get(from, name) : undefined;
    return value ?? '';
  };
  const text = (name: string) => String(read(error, name));
  return {
    code: text('code') || 'UNKNOWN',
    userMessage: text('userMessage'),
    outcome: text('outcome'),
    details: { reason: String(read(read(error, 'details'), 'reason')) },
  };
}
