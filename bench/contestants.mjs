import { PUBLIC_KEY } from '../scripts/system/orders.mjs';

/**
 * Who is measured: the floor, which is the least a hosted card form can be, and ours. Each is a
 * script on the merchant's page and a few lines that bring it to one shape, `contestant`:
 * `init()` and `mount()`, whose answer has `ready`, `submit()` and `unmount()`.
 */
export const CONTESTANTS = ['floor', 'ours'];

/** The script element's address and the adapter. `base` and `frame` are origins. */
export function contestantOf(name, { base, frame }) {
  if (name === 'floor') {
    return {
      script: `${base}/floor.js`,
      adapter: `
        const contestant = {
          init() {},
          mount: () => Floor.mount('#card', ${JSON.stringify(`${frame}/frame`)}),
        };`,
    };
  }
  return {
    script: `${base}/checkout/sdk/checkout-sdk.js`,
    adapter: `
      let client;
      const contestant = {
        init() {
          client = CheckoutSDK.init({
            publicKey: ${JSON.stringify(PUBLIC_KEY)},
            apiBaseUrl: ${JSON.stringify(base)},
            preload: true,
          });
        },
        mount: () => client.mountCardElement('#card', {
          amount: 15990, referenceId: 'bench', maxInstallments: 3,
        }),
      };`,
  };
}
