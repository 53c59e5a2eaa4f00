import type { Timers } from '../../contract/frame/timers.ts';
import { systemTimers } from '../../contract/frame/timers.ts';
import type { KnownValue } from '../../contract/known-value.ts';
import type { Locale } from '../../contract/locale.ts';
import { toLocale } from '../../contract/locale.ts';
import type { CheckoutSDK } from '../checkout-sdk.ts';
import { readCheckoutSDK } from '../checkout-sdk.ts';
import { checkoutError } from '../shared/checkout-error.ts';
import type { CheckoutScript } from './checkout-script.ts';
import { explainLoadFailure, isLoadFailure, loadCheckoutScript } from './checkout-script.ts';

/** What `loadCheckout` takes. */
export type LoadCheckoutOptions = {
  /** Address of `checkout-sdk.js`: the service's own, or a copy the merchant hosts. */
  src: string;
  /** The hash published beside the script in `sri.json`; needs the address with a version. */
  integrity?: string;
  /** Of a page whose policy trusts scripts by nonce. */
  nonce?: string;
  /** For all attempts together; 15 000 unless said otherwise. */
  timeoutMs?: number;
  /** Of `error.userMessage`: `pt-BR` (default), `en` or `es`. */
  locale?: KnownValue<Locale>;
};

const TIMEOUT_MS = 15_000;
/** What a browser's timer holds; a longer one would run out at once. */
const MAX_TIMEOUT_MS = 2 ** 31 - 1;

/** A browser passes over a hash it cannot read, and then checks nothing. */
const INTEGRITY = /^\s*sha(256|384|512)-[\w+/-]+={0,2}(\s+sha(256|384|512)-[\w+/-]+={0,2})*\s*$/;

/**
 * Loads the served script and resolves with its `CheckoutSDK`; on a server with null. Importing it
 * does nothing. The script is put into the page once per `src`, however often it is asked for; a
 * script tag that the page already has is waited for; a network failure is tried once more, and
 * after a failure the next call starts anew.
 *
 * Rejects with `INVALID_ARGUMENT` and `details.field`, or with `SCRIPT_UNAVAILABLE`, phase `script`
 * and `details.cause`: `csp` (with `directive` and `host` to add), `blocked` (by an extension or a
 * filter), `network`, `http` (with `status`), `integrity`, `timeout`, `wrong-script`.
 *
 * Decision: a `CheckoutSDK` that is there already is taken, whatever address it came from. One page
 * has one sdk, and a second copy of the script would leave the first in place.
 *
 * @example
 * const sdk = await loadCheckout({ src: 'https://api.example.com/checkout/sdk/checkout-sdk.js' });
 * const client = sdk?.init({ publicKey: 'pk_live_…', apiBaseUrl: 'https://api.example.com' });
 */
export const loadCheckout = /* @__PURE__ */ createCheckoutLoader(systemTimers);

/** The `loadCheckout` of one program; `timers` run its deadline. */
export function createCheckoutLoader(
  timers: Timers,
): (options: LoadCheckoutOptions) => Promise<CheckoutSDK | null> {
  const loads = new Map<string, Promise<CheckoutSDK>>();

  return async (options) => {
    if (typeof document === 'undefined') return null;
    const script = readOptions(options, document, timers);
    const present = readCheckoutSDK(window);
    if (present !== null) return present;
    const running = loads.get(script.src);
    if (running !== undefined) return running;
    const loading = loadCheckoutScript(script).catch((thrown) => {
      loads.delete(script.src);
      if (!isLoadFailure(thrown)) throw thrown;
      throw explainLoadFailure(script.src, thrown, toLocale(options.locale));
    });
    loads.set(script.src, loading);
    return loading;
  };
}

function readOptions(
  options: LoadCheckoutOptions,
  document: Document,
  timers: Timers,
): CheckoutScript {
  const { integrity, nonce, timeoutMs = TIMEOUT_MS } = options ?? {};
  const refuse = (field: string, message: string) =>
    checkoutError(
      'INVALID_ARGUMENT',
      `loadCheckout: ${field} ${message}`,
      toLocale(options?.locale),
      { field },
    );
  const src = toScriptAddress(options?.src, document.baseURI);
  if (src === null) throw refuse('src', 'must be the http(s) address of checkout-sdk.js');
  if (integrity !== undefined && !(typeof integrity === 'string' && INTEGRITY.test(integrity))) {
    throw refuse('integrity', 'must be a hash such as sha384-…, as sri.json has it');
  }
  if (nonce !== undefined && (typeof nonce !== 'string' || nonce === '')) {
    throw refuse('nonce', "must be the nonce of the page's policy");
  }
  if (!Number.isInteger(timeoutMs) || timeoutMs < 1 || timeoutMs > MAX_TIMEOUT_MS) {
    throw refuse('timeoutMs', 'must be a positive integer of milliseconds');
  }
  return {
    document,
    src,
    timeoutMs,
    timers,
    ...(integrity === undefined ? {} : { integrity }),
    ...(nonce === undefined ? {} : { nonce }),
  };
}

/** The address as a browser writes it; null for what no script can be loaded from. */
function toScriptAddress(src: unknown, base: string): string | null {
  if (typeof src !== 'string' || src === '') return null;
  try {
    const url = new URL(src, base);
    url.hash = '';
    return /^https?:$/.test(url.protocol) ? url.href : null;
  } catch {
    return null;
  }
}
