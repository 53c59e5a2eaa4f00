/**
 * Every code a `CheckoutError` may carry. The specification's three first, then ours, then the
 * API's own codes where a call reached the service and was refused.
 */
export const CHECKOUT_ERROR_CODES = [
  'THREEDS_EXPIRED',
  'THREEDS_FAILED',
  'THREEDS_SDK_UNAVAILABLE',
  'INVALID_ARGUMENT',
  'INVALID_CARD',
  'CONTAINER_NOT_FOUND',
  'ALREADY_MOUNTED',
  'DESTROYED',
  'ABORTED',
  'TIMEOUT',
  'NETWORK',
  'CONFIG_UNAVAILABLE',
  'FRAME_UNAVAILABLE',
  'FRAME_VERSION_MISMATCH',
  'FRAME_LOST',
  'CHANNEL_FLOODED',
  'CALL_NOT_ALLOWED',
  'SCRIPT_UNAVAILABLE',
  'PAYMENT_ENDPOINT_FAILED',
  'INTERNAL',
  'INVALID_DATA',
  'REJECTED_BY_RISK',
  'UNAUTHORIZED',
  'FORBIDDEN',
  'KYC_NOT_APPROVED',
  'COMPANY_BLOCKED',
  'METHOD_NOT_ENABLED',
  'RATE_LIMITED',
  'UNAVAILABLE',
] as const;

export type CheckoutErrorCode = (typeof CHECKOUT_ERROR_CODES)[number];

/** Who can act: the developer, the buyer, whoever runs the network or provider, or we. */
export type CheckoutErrorType = 'merchant' | 'customer' | 'network' | 'provider' | 'internal';

/** Plain facts about a failure: which field, phase, cause or policy directive. Never a value. */
export type CheckoutErrorDetails = { [name: string]: unknown };

/** An error as it crosses the channel: data, without a stack. Source: design 4.4. */
export type ErrorData = {
  code: CheckoutErrorCode;
  type: CheckoutErrorType;
  message: string;
  details: CheckoutErrorDetails;
  retryable: boolean;
};

const CODES: ReadonlySet<string> = new Set(CHECKOUT_ERROR_CODES);

/** True for a code of the closed list, so that a newer frame cannot hand the page a surprise. */
export function isCheckoutErrorCode(code: unknown): code is CheckoutErrorCode {
  return typeof code === 'string' && CODES.has(code);
}
