import type { DetailsArgument } from '../../contract/errors/checkout-error.ts';
import {
  CheckoutError,
  errorData,
  isCheckoutError,
  toErrorData,
} from '../../contract/errors/checkout-error.ts';
import type { CheckoutErrorCode } from '../../contract/errors/checkout-error-code.ts';
import { userMessage } from '../../contract/errors/checkout-error-code.ts';
import type { Locale } from '../../contract/locale.ts';

/** Makes an error of the sdk, with the buyer's text in their language. */
export function checkoutError<Code extends CheckoutErrorCode>(
  code: Code,
  message: string,
  locale: Locale,
  ...details: DetailsArgument<Code>
): CheckoutError {
  return asCheckoutError(new CheckoutError(errorData(code, message, ...details)), locale);
}

/** Any thrown value as an error of the sdk: its own code kept, the buyer's text there. */
export function asCheckoutError(thrown: unknown, locale: Locale): CheckoutError {
  const data = toErrorData(thrown);
  const own = isCheckoutError(thrown) ? thrown : { cause: thrown, userMessage: '' };
  return new CheckoutError(data, {
    ...own,
    userMessage: own.userMessage || userMessage(data.code, locale, data.details, data.outcome),
    cause: own.cause,
  });
}

/** The refusal of an option by its name; never its value. */
export function wrongOption(
  call: string,
  field: string,
  message: string,
  locale: Locale,
): CheckoutError {
  return checkoutError('INVALID_ARGUMENT', `${call}: ${field} ${message}`, locale, { field });
}
