import type { CheckoutError } from '../../contract/errors/checkout-error.ts';
import type { Timers } from '../../contract/frame/timers.ts';
import type { Locale } from '../../contract/locale.ts';
import { directiveToExtend } from '../../contract/policy-directive.ts';
import type { CheckoutSDK } from '../checkout-sdk.ts';
import { readCheckoutSDK } from '../checkout-sdk.ts';
import { trustedScriptUrl } from '../script/trusted-script-url.ts';
import { checkoutError } from '../shared/checkout-error.ts';

/** One wish to have the script. `src` absolute, without a fragment. */
export type CheckoutScript = {
  document: Document;
  src: string;
  integrity?: string;
  nonce?: string;
  timeoutMs: number;
  timers: Timers;
};

/** A network that fails once often works the second time, above all on phones. */
const ATTEMPTS = 2;

/** Resolves once the script has run; rejects with a `LoadFailure`, not yet in words. */
export async function loadCheckoutScript(script: CheckoutScript): Promise<CheckoutSDK> {
  const { timers, timeoutMs } = script;
  const ending = new AbortController();
  const late = new Promise<never>((_resolve, reject) => {
    const timeout: LoadFailure = { cause: 'timeout' };
    ending.signal.addEventListener('abort', () => reject(timeout));
  });
  late.catch(() => undefined);
  const timer = timers.set(() => ending.abort(), timeoutMs);
  try {
    return await Promise.race([late, load(script, ending.signal)]);
  } finally {
    timers.clear(timer);
  }
}

async function load(script: CheckoutScript, signal: AbortSignal): Promise<CheckoutSDK> {
  await tagOfThePage(script, signal);
  for (let attempt = 1; ; attempt += 1) {
    const present = readCheckoutSDK(window);
    if (present !== null) return present;
    const failure = await inject(script, signal);
    if (failure === null) {
      const sdk = readCheckoutSDK(window);
      if (sdk !== null) return sdk;
      throw { cause: 'wrong-script' } satisfies LoadFailure;
    }
    if (failure.cause !== 'network' || attempt === ATTEMPTS || signal.aborted) throw failure;
  }
}

/** A tag of the page's own may still be loading; once the page is complete it tells no more. */
async function tagOfThePage({ document, src }: CheckoutScript, signal: AbortSignal): Promise<void> {
  const tag = [...document.scripts].find((one) => one.src === src);
  if (tag === undefined || document.readyState === 'complete') return;
  const over = new AbortController();
  const stop = () => over.abort();
  signal.addEventListener('abort', stop);
  await new Promise<void>((resolve) => {
    const listening = { signal: over.signal };
    tag.addEventListener('load', () => resolve(), listening);
    tag.addEventListener('error', () => resolve(), listening);
    window.addEventListener('load', () => resolve(), listening);
    over.signal.addEventListener('abort', () => resolve());
  });
  stop();
  signal.removeEventListener('abort', stop);
}

/** One attempt: null where the script has run, else why not. A tag that failed is taken away. */
async function inject(script: CheckoutScript, signal: AbortSignal): Promise<LoadFailure | null> {
  const { document, src, integrity, nonce } = script;
  const { origin, host } = new URL(src);
  const element = document.createElement('script');
  let directive: string | null = null;
  const onViolation = (event: SecurityPolicyViolationEvent) => {
    if (event.disposition !== 'enforce') return;
    if (!/^(script|default)-src|^require-trusted-types/.test(event.effectiveDirective)) return;
    // After a redirect only the origin is told.
    if (event.blockedURI === src || event.blockedURI === origin) {
      directive = directiveToExtend(event);
    }
  };
  const isBlocked = (): LoadFailure | null =>
    directive === null ? null : { cause: 'csp', directive, host };

  document.addEventListener('securitypolicyviolation', onViolation);
  try {
    element.async = true;
    element.crossOrigin = 'anonymous';
    if (integrity !== undefined) element.integrity = integrity;
    if (nonce !== undefined) element.nonce = nonce;
    try {
      element.src = trustedScriptUrl(src);
    } catch {
      return { cause: 'csp', directive: 'trusted-types', host };
    }
    const hasRun = await untilSettled(element, document.head, signal);
    if (hasRun) return null;
    element.replaceWith();
    if (signal.aborted) return { cause: 'timeout' };
    return isBlocked() ?? (await probeScriptFailure(script)) ?? isBlocked() ?? { cause: 'network' };
  } finally {
    document.removeEventListener('securitypolicyviolation', onViolation);
  }
}

/** Puts the tag into the page; true once it has run, false when it failed or nobody waits. */
function untilSettled(element: HTMLScriptElement, head: HTMLHeadElement, signal: AbortSignal) {
  return new Promise((resolve) => {
    const giveUp = () => settle(false);
    function settle(hasRun: boolean): void {
      signal.removeEventListener('abort', giveUp);
      resolve(hasRun);
    }
    element.addEventListener('load', () => settle(true));
    element.addEventListener('error', () => settle(false));
    signal.addEventListener('abort', giveUp);
    head.append(element);
  });
}

type LoadFailure =
  | { cause: 'blocked' | 'network' | 'integrity' | 'timeout' | 'wrong-script' }
  | { cause: 'http'; status: number }
  | { cause: 'csp'; directive: string; host: string };

type FailedScript = { src: string; integrity?: string; timers: Timers };

const PROBE_DEADLINE_MS = 2_500;

export function isLoadFailure(thrown: unknown): thrown is LoadFailure {
  return typeof thrown === 'object' && thrown !== null && !(thrown instanceof Error);
}

/** The failure in words for the developer: what to change. */
export function explainLoadFailure(
  src: string,
  failure: LoadFailure,
  locale: Locale,
): CheckoutError {
  const details = { phase: 'script', url: src, ...failure };
  return checkoutError('SCRIPT_UNAVAILABLE', `${src} ${reason(failure)}`, locale, details);
}

function reason(failure: LoadFailure): string {
  switch (failure.cause) {
    case 'csp':
      return `is blocked by this page's content security policy: add it to ${failure.directive}`;
    case 'blocked':
      return 'was blocked, by an extension or for want of Access-Control-Allow-Origin';
    case 'network':
      return 'could not be reached';
    case 'http':
      return `answered with status ${failure.status}`;
    case 'integrity':
      return 'does not match its integrity hash: take address and hash from the same sri.json';
    case 'timeout':
      return 'did not load in time';
    case 'wrong-script':
      return 'loaded, but is not the checkout sdk';
  }
}

/**
 * A script that failed tells nothing of why, so its address is asked once more: an error answer, an
 * answer that does not fit the hash, or an address that alone of its folder cannot be reached. Null
 * where that does not tell either.
 */
async function probeScriptFailure(script: FailedScript): Promise<LoadFailure | null> {
  const { src, integrity } = script;
  const answer = await ask(script, src, {});
  if (answer === null) {
    // The hashes are published beside the script, and no blocker knows them.
    const beside = await ask(script, new URL('sri.json', src).href, { mode: 'no-cors' });
    return beside === null ? null : { cause: 'blocked' };
  }
  if (!answer.ok) return { cause: 'http', status: answer.status };
  if (integrity === undefined) return null;
  return (await ask(script, src, { integrity })) === null ? { cause: 'integrity' } : null;
}

async function ask(
  { timers }: FailedScript,
  url: string,
  more: RequestInit,
): Promise<Response | null> {
  const controller = new AbortController();
  const timer = timers.set(() => controller.abort(), PROBE_DEADLINE_MS);
  try {
    const response = await fetch(url, {
      credentials: 'omit',
      cache: 'no-store',
      signal: controller.signal,
      ...more,
    });
    // A hash is checked against the whole body.
    await response.arrayBuffer();
    return response;
  } catch {
    return null;
  } finally {
    timers.clear(timer);
  }
}
