import type { CheckoutError } from '../../contract/errors/checkout-error.ts';

/** For a page where nobody listens: the cause, and where the documentation says more. */
export function logUnheard({ code, message }: CheckoutError): void {
  // biome-ignore lint/suspicious/noConsole: there is nobody else to tell
  window.console.error(`checkout: ${code}: ${message} (documentation: /en/errors/#${code})`);
}
