import type { PaymentOutcome } from '../../contract/errors/checkout-error-code.ts';
import { isCheckoutErrorCode } from '../../contract/errors/checkout-error-code.ts';

/** The refusals of POST /payin that are about the card, and so for the buyer to act on. */
export const DECLINES = ['REJECTED_BY_RISK', 'PAYER_LIMIT_REJECTED', 'INVALID_CVV'] as const;

/** With these the acquirer has surely taken nothing, whatever the status they came with. */
const CLEAR: readonly string[] = [...DECLINES, 'PROVIDER_ERROR'];

/** With these the payment may have been made, or may be under way. */
const UNCLEAR = [
  'ABORTED',
  'IN_PROGRESS',
  'INTERNAL',
  'NETWORK',
  'PAYMENT_ENDPOINT_FAILED',
  'RATE_LIMITED',
  'TIMEOUT',
  'UNAVAILABLE',
  'UNKNOWN_ANSWER',
];

/** They say that the request was not waited for, not that nothing came of it. */
const UNCLEAR_STATUSES = [408, 425, 429];

/**
 * What a refusal of the merchant's endpoint says of the order's money. `status` is that of its
 * answer, where one is known. Decision: a code that nobody knows is no refusal of the service's, so
 * without a status of 4xx it says nothing.
 */
export function outcomeOfRefusal(code: unknown, status?: number): PaymentOutcome {
  const told = String(code);
  if (CLEAR.includes(told)) return 'not-charged';
  if (UNCLEAR.includes(told)) return 'unknown';
  const isClear =
    status === undefined || status < 400
      ? isCheckoutErrorCode(told) || told === 'DUPLICATE_REFERENCE'
      : status < 500 && !UNCLEAR_STATUSES.includes(status);
  return isClear ? 'not-charged' : 'unknown';
}
