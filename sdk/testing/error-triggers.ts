import type { CheckoutErrorCode } from '../../contract/errors/checkout-error-code.ts';
import { CHECKOUT_ERROR_GUIDES } from '../../contract/errors/error-guide.ts';

const TRIGGERS = Object.entries(CHECKOUT_ERROR_GUIDES).map(
  ([code, { reproduce }]) => [code, reproduce.en] as const,
);

/**
 * Every code a `CheckoutError` may carry, and what to do so that it happens on the sandbox.
 * `page.route` is Playwright's; any other way to change an answer does as well.
 */
// The codes are those of the guides, which `fromEntries` cannot know.
export const ERROR_TRIGGERS = Object.fromEntries(TRIGGERS) as {
  readonly [code in CheckoutErrorCode]: string;
};
