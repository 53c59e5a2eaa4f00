import type { CheckoutErrorCode, PreparedCard } from 'checkout-sdk';
import { CheckoutError } from 'checkout-sdk';

/** What the page does next. */
export type Next =
  | { step: 'correct'; fields: readonly string[] }
  | { step: 'wait'; text: string }
  | { step: 'same-card'; text: string }
  | { step: 'other-card'; text: string }
  | { step: 'report'; code: CheckoutErrorCode };

// part: narrow
export function nextStep(error: unknown): Next {
  if (!(error instanceof CheckoutError)) throw error;
  const text = error.userMessage;
  // Nobody knows yet whether it was paid: the same call asks again, and nothing else is offered.
  if (error.outcome === 'unknown') return { step: 'wait', text };
  switch (error.code) {
    case 'INVALID_CARD': // details.fields: which field, and what is wrong with it
      return { step: 'correct', fields: error.details.fields.map(({ field }) => field) };
    case 'THREEDS_FAILED': // details.reason: a closed list
    case 'REJECTED_BY_RISK':
    case 'PAYER_LIMIT_REJECTED':
      return { step: error.retryable ? 'same-card' : 'other-card', text };
    default:
      return error.retryable ? { step: 'same-card', text } : { step: 'report', code: error.code };
  }
}
// part end

// part: prepared
export function toBody(prepared: PreparedCard, referenceId: string) {
  const { payinCard, antifraud } = prepared;
  return { card: payinCard, antifraud, referenceId };
}
// part end
