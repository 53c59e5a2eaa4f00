import type { ApiErrorCode } from './api-error.ts';
import apiErrorGuide from './api-error-guide.json' with { type: 'json' };
import type { CheckoutErrorCode } from './checkout-error-code.ts';
import checkoutErrorGuide from './checkout-error-guide.json' with { type: 'json' };

type GuideText = { readonly en: string; readonly pt: string };

/** In Markdown: why it comes, what the developer does about it, how to see it in the sandbox. */
export type ErrorGuide = {
  readonly cause: GuideText;
  readonly action: GuideText;
  readonly reproduce: GuideText;
};

/**
 * Every code of the sdk. No page of a shop loads this. The English `reproduce` is also what the
 * test kit tells; `page.route` is Playwright's, and any other way to change an answer does as well.
 */
export const CHECKOUT_ERROR_GUIDES: { readonly [code in CheckoutErrorCode]: ErrorGuide } =
  checkoutErrorGuide;

/** Every code of the API. */
export const API_ERROR_GUIDES: { readonly [code in ApiErrorCode]: ErrorGuide } = apiErrorGuide;
