import type { ChosenMethod } from '../../contract/frame/payment-calls.ts';
import type { PaymentMethod } from '../../contract/payments/payment-method.ts';
import type { PreparedCard } from './prepared-card.ts';

/**
 * What the payment element sends to the merchant's back end, which makes the POST /payin of its own
 * order of it: prices and the rest of the order are the server's.
 */
export type ChosenPayment = { referenceId: string } & (
  | { paymentMethod: Exclude<PaymentMethod, 'CREDIT_CARD'>; bankId?: string }
  | {
      paymentMethod: 'CREDIT_CARD';
      card: PreparedCard['payinCard'];
      antifraud?: { sessionId: string };
      installments: number;
    }
);

/** What the frame gave for one submit, as it is sent; `prepareCard` is asked where it is a card. */
export async function toChosenPayment(
  referenceId: string,
  { paymentMethod, bankId }: ChosenMethod,
  prepareCard: () => Promise<PreparedCard>,
): Promise<ChosenPayment> {
  if (paymentMethod !== 'CREDIT_CARD') {
    return { referenceId, paymentMethod, ...(bankId === undefined ? {} : { bankId }) };
  }
  const { payinCard, antifraud } = await prepareCard();
  const { skipped, sessionId } = antifraud;
  return {
    referenceId,
    paymentMethod,
    card: { ...payinCard },
    installments: payinCard.installments,
    ...(skipped || sessionId === null ? {} : { antifraud: { sessionId } }),
  };
}
