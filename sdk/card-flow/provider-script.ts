import { CheckoutError, errorData } from '../../contract/errors/checkout-error.ts';
import type { Timers } from '../../contract/frame/timers.ts';
import { directiveToExtend } from '../../contract/policy-directive.ts';

/** Longer than any honest load, shorter than a buyer's patience. */
const SCRIPT_DEADLINE_MS = 15_000;

export type ProviderScript = {
  document: Document;
  url: string;
  /** What the service's configuration of this account names; anything else is not loaded. */
  expectedUrl: string;
  timers: Timers;
  /** The policy of a page under Trusted Types; the identity elsewhere. */
  toScriptUrl: (url: string) => string;
  /** Of a page whose policy trusts scripts by nonce. */
  nonce?: string;
};

/** One load a document and URL, shared by all who ask for it; a failure is not kept. */
const loads = new WeakMap<Document, Map<string, Promise<void>>>();

/**
 * Loads a 3-D Secure provider's script once. Rejects with `THREEDS_SDK_UNAVAILABLE`, phase `script`
 * and `details.cause`: `refused` (not the URL of the configuration; nothing was loaded), `csp`
 * (with the directive to extend and the host to add), `network`, `blocked`, `timeout`.
 */
export function loadProviderScript(script: ProviderScript): Promise<void> {
  const { document, url } = script;
  // Compared as text: a look-alike, another scheme or a longer path is another script.
  if (url !== script.expectedUrl || !/^https?:\/\//.test(url)) {
    return Promise.reject(explainScriptFailure(url, { cause: 'refused' }));
  }
  const known = loads.get(document) ?? new Map<string, Promise<void>>();
  loads.set(document, known);
  const running = known.get(url);
  if (running !== undefined) return running;
  const loading = load(script);
  known.set(url, loading);
  loading.catch(() => known.delete(url));
  return loading;
}

function load({ document, url, timers, toScriptUrl, nonce }: ProviderScript): Promise<void> {
  const { host } = new URL(url);
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    let directive: string | null = null;
    const onViolation = (event: SecurityPolicyViolationEvent) => {
      if (event.disposition !== 'enforce') return;
      if (!/^(script|default)-src/.test(event.effectiveDirective)) return;
      // After a redirect only the origin is told.
      if (!`${event.blockedURI}/`.startsWith(`${new URL(url).origin}/`)) return;
      directive = directiveToExtend(event);
    };
    const finish = () => {
      timers.clear(timer);
      document.removeEventListener('securitypolicyviolation', onViolation);
      script.replaceWith();
    };
    const fail = (failure: Parameters<typeof explainScriptFailure>[1]) => {
      finish();
      reject(explainScriptFailure(url, failure));
    };
    const timer = timers.set(() => fail({ cause: 'timeout' }), SCRIPT_DEADLINE_MS);

    document.addEventListener('securitypolicyviolation', onViolation);
    script.addEventListener('load', () => {
      finish();
      resolve();
    });
    script.addEventListener('error', () => {
      if (directive !== null) return fail({ cause: 'csp', directive, host });
      finish();
      probeScript(document, url, timers).then((cause) => fail({ cause }));
    });
    if (nonce !== undefined) script.nonce = nonce;
    script.async = true;
    try {
      script.src = toScriptUrl(url);
    } catch {
      return fail({ cause: 'csp', directive: 'trusted-types', host });
    }
    document.head.append(script);
  });
}

const PROBE_DEADLINE_MS = 2_500;

type ScriptFailure =
  | { cause: 'refused' | 'network' | 'blocked' | 'timeout' }
  | { cause: 'csp'; directive: string; host: string };

/** The failure in words for the developer. `details.url` was named by the service, or refused. */
function explainScriptFailure(url: string, failure: ScriptFailure): CheckoutError {
  const details = { phase: 'script', ...failure };
  const error = (message: string) =>
    new CheckoutError(errorData('THREEDS_SDK_UNAVAILABLE', message, details));
  switch (failure.cause) {
    case 'refused':
      // Not quoted: it may be anything a page was made to pass on.
      return error('threeDSecureSdkUrl is not the script the service names: it was not loaded');
    case 'csp':
      return error(`the content security policy blocks ${url}: add it to ${failure.directive}`);
    case 'network':
      return error(`${url} could not be loaded`);
    case 'blocked':
      return error(`${url} was blocked, perhaps by an extension of the browser`);
    case 'timeout':
      return error(`${url} did not load in time`);
  }
}

/** Where its host answers and the script's address does not, something in between blocks it. */
async function probeScript(
  document: Document,
  url: string,
  timers: Timers,
): Promise<'network' | 'blocked'> {
  const { defaultView: view } = document;
  if (view === null || !(await answers(view, `${new URL(url).origin}/`, timers))) return 'network';
  return (await answers(view, url, timers)) ? 'network' : 'blocked';
}

async function answers(view: Window, url: string, timers: Timers): Promise<boolean> {
  const controller = new AbortController();
  const timer = timers.set(() => controller.abort(), PROBE_DEADLINE_MS);
  try {
    await view.fetch(url, {
      mode: 'no-cors',
      credentials: 'omit',
      cache: 'no-store',
      signal: controller.signal,
    });
    return true;
  } catch {
    return false;
  } finally {
    timers.clear(timer);
  }
}
