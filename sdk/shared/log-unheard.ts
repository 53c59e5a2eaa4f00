import type { CheckoutError } from '../../contract/errors/checkout-error.ts';

/**
 * One line for the developer of a page where nobody listens to what went wrong: the cause, and
 * where the documentation says more.
 */
export function logUnheard({ code, message }: CheckoutError): void {
  // biome-ignore lint/suspicious/noConsole: there is nobody else to tell
  window.console.error(`checkout: ${code}: ${message} (documentation: /en/errors/#${code})`);
}
