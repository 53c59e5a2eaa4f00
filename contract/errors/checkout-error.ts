import type {
  CheckoutErrorCode,
  CheckoutErrorDetails,
  CheckoutErrorType,
  PaymentOutcome,
} from './checkout-error-code.ts';
import { classOf, isCheckoutErrorCode } from './checkout-error-code.ts';

/** An error as it crosses between frame and page: data, without a stack. */
export type ErrorData = {
  [code in CheckoutErrorCode]: {
    readonly code: code;
    readonly type: CheckoutErrorType;
    readonly message: string;
    readonly details: CheckoutErrorDetails[code];
    readonly retryable: boolean;
    readonly outcome: PaymentOutcome;
  };
}[CheckoutErrorCode];

/** The same where the compiler has lost sight of which details belong to the code. */
type LooseErrorData = Omit<ErrorData, 'details'> & { readonly details: object };

/** `details` where the code has something to tell; `outcome` where something was charged. */
export type DetailsArgument<Code extends CheckoutErrorCode> =
  object extends CheckoutErrorDetails[Code]
    ? [details?: CheckoutErrorDetails[Code], outcome?: PaymentOutcome]
    : [details: CheckoutErrorDetails[Code], outcome?: PaymentOutcome];

/** `type` and `retryable` follow from the rest. */
export const errorData: <Code extends CheckoutErrorCode>(
  code: Code,
  message: string,
  ...details: DetailsArgument<Code>
) => ErrorData = answeredError;

/** What it told already stays. */
export function withDetails(data: ErrorData, more: { phase?: string; payinId?: string }): ErrorData;
export function withDetails(data: LooseErrorData, more: object): LooseErrorData {
  return { ...data, details: { ...more, ...data.details } };
}

export function withOutcome(
  { code, message, details }: ErrorData,
  outcome: PaymentOutcome,
): ErrorData {
  return answeredError(code, message, details, outcome);
}

/**
 * What every function of the sdk throws or rejects with. Branch on `code`, which tells the shape of
 * `details`: which field, phase, cause or policy directive. `message` is for the developer,
 * `userMessage` for the buyer in the client's language; `type`: who can act; `outcome`: what is known
 * of the order's money. `retryable`: the same call may succeed when made again; where the outcome
 * is `unknown`, it asks for the same payment with the same token. An error here is never the
 * outcome of the sale: that comes by webhook (spec, "SDK error codes").
 *
 * @example
 * if (error.code === 'THREEDS_FAILED' && error.details.reason === 'cancelled') showPayAgain();
 */
export type CheckoutError = Error & ErrorData & { readonly userMessage: string } & Refused;

/** `payin`: the answer of POST /payin, where one was refused. */
type Refused = { readonly payin?: { readonly id: string; readonly status?: string } };

type More = { userMessage?: string; cause?: unknown } & Refused;

/** The class as it is seen from outside: a class of its own could not have a union of instances. */
type CheckoutErrorClass = {
  new (data: ErrorData, more?: More): CheckoutError;
  readonly prototype: CheckoutError;
};

class ThrownError extends Error {
  declare readonly code: CheckoutErrorCode;
  declare readonly type: CheckoutErrorType;
  declare readonly userMessage: string;
  declare readonly details: object;
  declare readonly retryable: boolean;
  declare readonly outcome: PaymentOutcome;

  constructor({ message, ...data }: ErrorData, { cause, ...more }: More = {}) {
    super(message, cause === undefined ? undefined : { cause });
    Object.assign(this, { name: 'CheckoutError', userMessage: '', ...more, ...data });
  }
}

export const CheckoutError = ThrownError as CheckoutErrorClass;

/** By name: a lazy chunk of the script-tag build has its own class, unknown to `instanceof`. */
export function isCheckoutError(thrown: unknown): thrown is CheckoutError {
  return thrown instanceof Error && thrown.name === 'CheckoutError';
}

/** The data of any thrown value; what we did not throw ourselves tells nothing of itself. */
export function toErrorData(thrown: unknown): ErrorData {
  return isCheckoutError(thrown)
    ? answeredError(thrown.code, thrown.message, thrown.details, thrown.outcome)
    : errorData('INTERNAL', 'the checkout failed unexpectedly');
}

/**
 * A code that is not known here, of a newer release, becomes `UNKNOWN_ANSWER`, told in
 * `details.apiCode`.
 */
export function answeredError(
  code: string,
  message: string,
  details?: object,
  outcome?: PaymentOutcome,
): ErrorData;
export function answeredError(
  code: string,
  message: string,
  details: object = {},
  outcome: PaymentOutcome = 'not-charged',
): LooseErrorData {
  return isCheckoutErrorCode(code)
    ? { code, message, details, outcome, ...classOf(code, details, outcome) }
    : answeredError('UNKNOWN_ANSWER', message, { ...details, apiCode: code }, outcome);
}
