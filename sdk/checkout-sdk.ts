import type { CheckoutError } from '../contract/errors/checkout-error.ts';
import type { CheckoutClient } from './init.ts';
import type { buildPayinPayload } from './payment/build-payin-payload.ts';
import type { InitOptions } from './shared/client-settings.ts';

/** What the served script puts on `window` as the frozen `CheckoutSDK`. */
export type CheckoutSDK = {
  readonly init: (options: InitOptions) => CheckoutClient;
  readonly buildPayinPayload: typeof buildPayinPayload;
  readonly CheckoutError: typeof CheckoutError;
};

/** The global of the script-tag build; null while no script has put it there. */
export function readCheckoutSDK(view: Window): CheckoutSDK | null {
  const found: unknown = Reflect.get(view, 'CheckoutSDK');
  return isCheckoutSDK(found) ? found : null;
}

function isCheckoutSDK(value: unknown): value is CheckoutSDK {
  return typeof value === 'object' && value !== null && 'init' in value && 'CheckoutError' in value;
}
