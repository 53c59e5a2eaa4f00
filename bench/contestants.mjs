import { PUBLIC_KEY } from '../scripts/system/orders.mjs';

/**
 * The floor is the least a hosted card form can be. Each is brought to one shape, `contestant`:
 * `init()` and `mount()`, whose answer has `ready`, `submit()` and `unmount()`.
 */
export const CONTESTANTS = ['floor', 'ours'];

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
