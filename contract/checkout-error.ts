/** Who can act: the developer, the buyer, whoever runs the network or provider, or we. */
export type CheckoutErrorType = 'merchant' | 'customer' | 'network' | 'provider' | 'internal';

/**
 * Every code a `CheckoutError` may carry: the specification's three first, then ours, then the
 * API's own codes where a call reached the service and was refused.
 */
export type CheckoutErrorCode =
  | 'THREEDS_EXPIRED'
  | 'THREEDS_FAILED'
  | 'THREEDS_SDK_UNAVAILABLE'
  | 'INVALID_ARGUMENT'
  | 'INVALID_CARD'
  | 'CONTAINER_NOT_FOUND'
  | 'ALREADY_MOUNTED'
  | 'DESTROYED'
  | 'ABORTED'
  | 'TIMEOUT'
  | 'NETWORK'
  | 'FRAME_UNAVAILABLE'
  | 'FRAME_VERSION_MISMATCH'
  | 'FRAME_LOST'
  | 'CHANNEL_FLOODED'
  | 'CALL_NOT_ALLOWED'
  | 'SCRIPT_UNAVAILABLE'
  | 'PAYMENT_ENDPOINT_FAILED'
  | 'UNSUPPORTED'
  | 'INTERNAL'
  | 'INVALID_DATA'
  | 'REJECTED_BY_RISK'
  | 'UNAUTHORIZED'
  | 'INVALID_CREDENTIALS'
  | 'FORBIDDEN'
  | 'NOT_FOUND'
  | 'KYC_NOT_APPROVED'
  | 'COMPANY_BLOCKED'
  | 'METHOD_NOT_ENABLED'
  | 'RATE_LIMITED'
  | 'PROVIDER_ERROR'
  | 'UNAVAILABLE';

/**
 * Who can act on a code, and whether the same call may succeed when made again. What is not
 * listed is the developer's to change and will fail again: that keeps the sdk small.
 */
const CLASSES: {
  [code in CheckoutErrorCode]?: readonly [type: CheckoutErrorType, retryable: boolean];
} = {
  THREEDS_EXPIRED: ['customer', true],
  THREEDS_FAILED: ['customer', false],
  THREEDS_SDK_UNAVAILABLE: ['merchant', true],
  INVALID_CARD: ['customer', true],
  ABORTED: ['merchant', true],
  TIMEOUT: ['network', true],
  NETWORK: ['network', true],
  FRAME_UNAVAILABLE: ['network', true],
  FRAME_LOST: ['merchant', true],
  CALL_NOT_ALLOWED: ['internal', false],
  SCRIPT_UNAVAILABLE: ['network', true],
  PAYMENT_ENDPOINT_FAILED: ['merchant', true],
  INTERNAL: ['internal', true],
  REJECTED_BY_RISK: ['customer', false],
  RATE_LIMITED: ['network', true],
  PROVIDER_ERROR: ['provider', true],
  UNAVAILABLE: ['network', true],
};

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

/**
 * Makes the data of an error from its code. `type` and `retryable` follow from the code unless
 * `overrides` says otherwise.
 */
export function errorData(
  code: CheckoutErrorCode,
  message: string,
  details: CheckoutErrorDetails = {},
  overrides: { type?: CheckoutErrorType; retryable?: boolean } = {},
): ErrorData {
  const [type, retryable] = CLASSES[code] ?? ['merchant', false];
  return { code, type, message, details, retryable, ...overrides };
}

/**
 * What every function of the sdk throws or rejects with. Branch on `code`; `message` is for the
 * developer, `userMessage` for the buyer in the client's language; `details` names the field,
 * phase, cause or policy directive; `retryable`: the same call may succeed when made again.
 * An error here is never the outcome of the sale: that comes by webhook (spec, "SDK error codes").
 */
export class CheckoutError extends Error {
  declare readonly code: CheckoutErrorCode;
  declare readonly type: CheckoutErrorType;
  declare readonly userMessage: string;
  declare readonly details: CheckoutErrorDetails;
  declare readonly retryable: boolean;

  constructor(data: ErrorData, more: { userMessage?: string; cause?: unknown } = {}) {
    super(data.message, more.cause === undefined ? undefined : { cause: more.cause });
    this.name = 'CheckoutError';
    this.code = data.code;
    this.type = data.type;
    this.userMessage = more.userMessage ?? '';
    this.details = data.details;
    this.retryable = data.retryable;
  }
}

/**
 * True for an error of ours, also of another copy of this module: a lazy chunk of the script-tag
 * build carries its own, which `instanceof` does not know.
 */
export function isCheckoutError(thrown: unknown): thrown is CheckoutError {
  return thrown instanceof Error && thrown.name === 'CheckoutError';
}

/** The data of any thrown value; what we did not throw ourselves tells nothing of itself. */
export function toErrorData(thrown: unknown): ErrorData {
  if (isCheckoutError(thrown)) {
    const { code, type, message, details, retryable } = thrown;
    return { code, type, message, details, retryable };
  }
  return errorData('INTERNAL', 'the checkout failed unexpectedly');
}
