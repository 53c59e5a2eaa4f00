import { CheckoutError, errorData } from '../../contract/errors/checkout-error.ts';
import { directiveToExtend } from '../../contract/policy-directive.ts';

/** `nonce`: that of the sdk's own script; the preload needs it where no host is trusted. */
export type Chunk = { url: string; integrity: string; nonce: string };

/**
 * Loads a module of the script-tag build from beside the sdk. `import()` needs no Trusted Types
 * policy and carries the nonce of the sdk's own script; the preload before it carries the integrity
 * hash, which the import then inherits. Rejects with `SCRIPT_UNAVAILABLE` and `details.cause`
 * (`csp` with the directive to extend, or `network`); the next call tries again.
 */
export function createChunkLoader<Exports>(chunk: Chunk): () => Promise<Exports> {
  let loading: Promise<Exports> | null = null;
  let attempts = 0;
  return () => {
    loading ??= loadChunk<Exports>(chunk, attempts).catch((thrown) => {
      loading = null;
      attempts += 1;
      throw thrown;
    });
    return loading;
  };
}

async function loadChunk<Exports>(
  { url, integrity, nonce }: Chunk,
  attempt: number,
): Promise<Exports> {
  // A module that failed once stays failed under its address for the life of the document.
  const address = attempt === 0 ? url : `${url}?attempt=${attempt}`;
  let directive = '';
  const onViolation = (event: SecurityPolicyViolationEvent) => {
    if (event.disposition === 'enforce' && event.blockedURI === address) {
      directive = directiveToExtend(event);
    }
  };
  document.addEventListener('securitypolicyviolation', onViolation);
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
    const message = directive
      ? `${url} is blocked by this page's content security policy: add it to ${directive}`
      : `${url} did not load, or its integrity hash does not match`;
    const details = {
      phase: 'script',
      url,
      ...(directive ? ({ cause: 'csp', directive } as const) : ({ cause: 'network' } as const)),
    };
    throw new CheckoutError(errorData('SCRIPT_UNAVAILABLE', message, details), { cause });
  } finally {
    preload.remove();
    document.removeEventListener('securitypolicyviolation', onViolation);
  }
}
