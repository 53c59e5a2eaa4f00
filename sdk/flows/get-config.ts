import type { CheckoutConfig } from '../../contract/published-types.ts';
import { watchRequest } from '../card-flow/blocked-request.ts';
import { createCheckoutRequest } from '../card-flow/checkout-request.ts';
import type { ClientSettings } from '../shared/client-settings.ts';

const CONFIG_DEADLINE_MS = 10_000;

/** Asked once and kept, shared by callers at the same time; after a failure it is asked again. */
export function createGetConfig(settings: ClientSettings): () => Promise<CheckoutConfig> {
  let asked: Promise<CheckoutConfig> | null = null;
  return () => {
    asked ??= createCheckoutRequest({
      // A server may ask as well, for the policy of the pages it sends.
      fetch: globalThis.fetch.bind(globalThis),
      baseUrl: settings.apiBaseUrl,
      publicKey: settings.publicKey,
      watch: watchRequest,
    })<CheckoutConfig>({
      method: 'GET',
      path: 'config',
      deadlineMs: CONFIG_DEADLINE_MS,
      phase: 'config',
    }).catch((thrown) => {
      asked = null;
      throw thrown;
    });
    return asked;
  };
}
