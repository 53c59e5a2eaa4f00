import type { CheckoutErrorCode, PreparedCard } from 'checkout-sdk';
import { CheckoutError } from 'checkout-sdk';

/** What the page does next. */
export type Next =
  | { step: 'correct'; fields: readonly string[] }
  | { step: 'same-card'; text: string }
  | { step: 'other-card'; text: string }
  | { step: 'report'; code: CheckoutErrorCode };

// part: narrow
export function nextStep(error: unknown): Next {
  if (!(error instanceof CheckoutError)) throw error;
  switch (error.code) {
    case 'INVALID_CARD': // details.fields: which field, and what is wrong with it
      return { step: 'correct', fields: error.details.fields.map(({ field }) => field) };
    case 'THREEDS_FAILED': // details.reason: a closed list
      return error.details.reason === 'cancelled'
        ? { step: 'same-card', text: error.userMessage }
        : { step: 'other-card', text: error.userMessage };
    case 'THREEDS_EXPIRED':
    case 'NETWORK':
    case 'TIMEOUT':
      return { step: 'same-card', text: error.userMessage };
    default:
      return { step: 'report', code: error.code };
  }
}
// part end

// part: prepared
export async function send(prepared: PreparedCard, referenceId: string): Promise<Response> {
  const { payinCard, antifraud } = prepared;
  return fetch('/pay', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ card: payinCard, antifraud, referenceId }),
  });
}
// part end
