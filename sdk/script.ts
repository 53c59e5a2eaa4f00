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

/** A loader of a module from beside this script. */
function beside<Exports>(name: string, integrity: string): () => Promise<Exports> {
  return createChunkLoader({
    url: new URL(name, script?.src || document.baseURI).href,
    integrity,
    nonce: script?.nonce ?? '',
  });
}

/** The frozen global of the build, in the place of a page's own; the first copy stays. */
if (!(window as { CheckoutSDK?: Partial<CheckoutSDK> }).CheckoutSDK?.CheckoutError) {
  Object.defineProperty(window, 'CheckoutSDK', {
    value: Object.freeze<CheckoutSDK>({
      init: createInit({
        checkoutUrl: CHECKOUT_URL,
        sdkUrl: script?.src ?? null,
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
