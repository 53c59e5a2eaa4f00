import { CheckoutError, errorData } from '../contract/checkout-error.ts';

const CHUNK_DEADLINE_MS = 15_000;

/** Where a chunk of the script-tag build tells its exports: an event on its own script element. */
export const CHUNK_EVENT = 'checkout-sdk-chunk';

export type Chunk = { url: string; integrity: string; nonce: string };

type TrustedPolicy = { createScriptURL: (url: string) => string };
type PolicyFactory = {
  createPolicy: (name: string, rules: TrustedPolicy) => TrustedPolicy;
};

/**
 * Loads one more classic script from beside the sdk, checked by its integrity hash. Rejects with
 * `SCRIPT_UNAVAILABLE` and `details.cause` (`csp` with the directive to extend, `network`,
 * `timeout`); a failure is not kept, so the next call tries again.
 */
export function createChunkLoader<Exports>(chunk: Chunk): () => Promise<Exports> {
  let loading: Promise<Exports> | null = null;
  return () => {
    loading ??= loadChunk<Exports>(chunk).catch((thrown) => {
      loading = null;
      throw thrown;
    });
    return loading;
  };
}

function loadChunk<Exports>({ url, integrity, nonce }: Chunk): Promise<Exports> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    let directive: string | null = null;
    const onViolation = (event: SecurityPolicyViolationEvent) => {
      if (event.disposition === 'enforce' && event.blockedURI === url) {
        directive = event.effectiveDirective;
      }
    };
    const finish = () => {
      clearTimeout(timer);
      document.removeEventListener('securitypolicyviolation', onViolation);
      script.remove();
    };
    const fail = (cause: string, message: string) => {
      finish();
      const details = { phase: 'script', cause, url, ...(directive ? { directive } : {}) };
      reject(new CheckoutError(errorData('SCRIPT_UNAVAILABLE', message, details)));
    };
    const timer = setTimeout(() => fail('timeout', `${url} did not load`), CHUNK_DEADLINE_MS);

    document.addEventListener('securitypolicyviolation', onViolation);
    script.addEventListener(CHUNK_EVENT, (event) => {
      finish();
      resolve((event as CustomEvent<Exports>).detail);
    });
    script.addEventListener('error', () =>
      directive === null
        ? fail('network', `${url} did not load, or its integrity hash does not match`)
        : fail('csp', `the page's content security policy blocks ${url}: add it to ${directive}`),
    );
    script.crossOrigin = 'anonymous';
    script.integrity = integrity;
    // A page whose policy trusts scripts by nonce gave one to the sdk's own script.
    script.nonce = nonce;
    try {
      script.src = trustedScriptUrl(url);
    } catch {
      directive = 'trusted-types';
      fail('csp', "add checkout-sdk to the trusted-types directive of the page's policy");
      return;
    }
    document.head.appendChild(script);
  });
}

/** One policy a page; a second copy of the sdk finds the first one's here. */
const POLICY = Symbol.for('checkout-sdk.policy');

type PolicyHome = Document & {
  readonly [POLICY]?: { policy: TrustedPolicy; allowed: Set<string> };
};

function trustedScriptUrl(url: string): string {
  const factory = (window as { trustedTypes?: PolicyFactory }).trustedTypes;
  if (factory === undefined) return url;
  const home: PolicyHome = document;
  if (home[POLICY] === undefined) {
    const allowed = new Set<string>();
    const policy = factory.createPolicy('checkout-sdk', {
      createScriptURL(wanted) {
        if (!allowed.has(wanted)) throw new TypeError('not a script of the checkout sdk');
        return wanted;
      },
    });
    Object.defineProperty(home, POLICY, { value: { policy, allowed } });
  }
  home[POLICY]?.allowed.add(url);
  return home[POLICY]?.policy.createScriptURL(url) ?? url;
}
