import type { DetailsArgument } from '../../contract/checkout-error.ts';
import {
  CheckoutError,
  errorData,
  isCheckoutError,
  toErrorData,
} from '../../contract/checkout-error.ts';
import type { CheckoutErrorCode } from '../../contract/checkout-error-code.ts';
import { userMessage } from '../../contract/checkout-error-code.ts';
import type { Locale } from '../../contract/locale.ts';

/** Makes an error of the sdk, with the buyer's text in their language. */
export function checkoutError<Code extends CheckoutErrorCode>(
  code: Code,
  message: string,
  locale: Locale,
  ...details: DetailsArgument<Code>
): CheckoutError {
  return new CheckoutError(errorData(code, message, ...details), {
    userMessage: userMessage(code, locale),
  });
}

/** Any thrown value as an error of the sdk: its own code kept, the buyer's text added. */
export function asCheckoutError(thrown: unknown, locale: Locale): CheckoutError {
  const data = toErrorData(thrown);
  const cause = isCheckoutError(thrown) ? thrown.cause : thrown;
  return new CheckoutError(data, {
    userMessage: userMessage(data.code, locale, data.details),
    cause,
  });
}
