import { CheckoutError, errorData } from '../../contract/errors/checkout-error.ts';
import type { KnownValue } from '../../contract/known-value.ts';
import type { Locale } from '../../contract/locale.ts';
import { findDecline } from './decline-text.ts';
import type { PayinAnswer } from './payin-answer.ts';

/**
 * Passes on a payin that is paid, or still open; rejects one that was refused with
 * `PAYMENT_DECLINED`, the payin in `payin`. Decision: whatever ended without a payment is refused in
 * one way, by an error, so that a page cannot take it for an order.
 */
export function assertNotDeclined(payin: PayinAnswer, locale: KnownValue<Locale>): void {
  const { id: payinId, status, declineReason } = payin;
  const decline = findDecline({ status, declineReason }, locale);
  if (decline === null) return;
  const details = { payinId, ...(declineReason ? { declineReason } : {}) };
  const message = `the payment was refused: payin ${payinId} is ${status}`;
  throw new CheckoutError(errorData('PAYMENT_DECLINED', message, details), {
    userMessage: decline.userMessage,
    payin,
  });
}
