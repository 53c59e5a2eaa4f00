import { CheckoutError } from '../contract/errors/checkout-error.ts';
import type { CheckoutSDK } from './checkout-sdk.ts';
import { createInit } from './init.ts';
import { buildPayinPayload } from './payment/build-payin-payload.ts';
import { createChunkLoader } from './script/load-chunk.ts';

// The entry of the script-tag build. The service writes the two values in when it starts; until
// then they are these words.
const CHECKOUT_URL = '%CHECKOUT_URL%';
const FLOWS_INTEGRITY = '%FLOWS_INTEGRITY%';

const script = document.currentScript as HTMLScriptElement | null;

/** Where this script lies; empty where it is a part of another file, or of none. */
const scriptUrl = /^[^?]+\/checkout-sdk[^/]*$/.exec(script?.src ?? '')?.[0] ?? '';

/** A loader of a module from beside this script, or from the service. */
function beside<Exports>(name: string, integrity: string) {
  return createChunkLoader<Exports>({ name, scriptUrl, integrity, nonce: script?.nonce ?? '' });
}

/**
 * The frozen global of the build. A second copy of the script leaves the first alone; what a page
 * put there itself, such as `window.CheckoutSDK = window.CheckoutSDK || {}`, is none.
 */
if (!(window as { CheckoutSDK?: Partial<CheckoutSDK> }).CheckoutSDK?.CheckoutError) {
  Object.defineProperty(window, 'CheckoutSDK', {
    value: Object.freeze<CheckoutSDK>({
      init: createInit({
        checkoutUrl: CHECKOUT_URL,
        sdkUrl: scriptUrl,
        loadFlows: beside('checkout-sdk-flows.js', FLOWS_INTEGRITY),
        loadChunk: beside,
      }),
      buildPayinPayload,
      CheckoutError,
    }),
    enumerable: true,
    writable: false,
  });
}
