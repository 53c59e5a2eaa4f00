// `checkout-sdk/load`: for pages that take the served script and bundle nothing of the sdk.

export { CheckoutError } from '../../contract/errors/checkout-error.ts';
export type { CheckoutSDK } from '../checkout-sdk.ts';
export { type LoadCheckoutOptions, loadCheckout } from './load-checkout.ts';
