import { CheckoutError, errorData } from '../../contract/errors/checkout-error.ts';
import { watchBlocked } from '../../contract/frame/watch-blocked.ts';

/**
 * `scriptUrl`: the sdk's own, if it has one. `nonce`: that of its script; the preload needs it where
 * no host is trusted.
 */
export type Chunk = { name: string; scriptUrl: string; integrity: string; nonce: string };

/**
 * Loads a module of the script-tag build from beside the sdk, or else from the service. `import()`
 * needs no Trusted Types policy and carries the nonce of the sdk's own script; the preload before it
 * carries the integrity hash, which the import then inherits. Rejects with `SCRIPT_UNAVAILABLE` and `details.cause`
 * (`csp` with the directive to extend, or `network`); the next call tries again.
 */
export function createChunkLoader<Exports>({
  name,
  scriptUrl,
  integrity,
  nonce,
}: Chunk): (settings: { apiBaseUrl: string }) => Promise<Exports> {
  let loading: Promise<Exports> | null = null;
  let attempts = 0;

  async function load(url: string): Promise<Exports> {
    // A module that failed once stays failed under its address for the life of the document.
    const address = attempts === 0 ? url : `${url}?attempt=${attempts}`;
    let why = 'did not load, or its integrity hash does not match';
    let blamed: { cause: 'network' } | { cause: 'csp'; directive: string } = { cause: 'network' };
    const stopWatching = watchBlocked(
      document,
      ({ blockedURI }) => blockedURI === address,
      (told, directive) => {
        why = told;
        blamed = { cause: 'csp', directive };
      },
    );
    const preload = document.createElement('link');
    Object.assign(preload, {
      rel: 'modulepreload',
      href: address,
      integrity,
      nonce,
      crossOrigin: '',
    });
    document.head.append(preload);
    try {
      return (await import(/* @vite-ignore */ address)) as Exports;
    } catch (cause) {
      loading = null;
      attempts += 1;
      const details = { phase: 'script', url, ...blamed };
      throw new CheckoutError(errorData('SCRIPT_UNAVAILABLE', `${url} ${why}`, details), { cause });
    } finally {
      preload.replaceWith();
      stopWatching();
    }
  }

  return ({ apiBaseUrl }) => {
    loading ??= load(new URL(name, scriptUrl || `${apiBaseUrl}/checkout/sdk/`).href);
    return loading;
  };
}
