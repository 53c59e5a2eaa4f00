import type { Timers } from '../../contract/frame/timers.ts';
import { directiveToExtend } from '../../contract/policy-directive.ts';
import type { CheckoutSDK } from '../checkout-sdk.ts';
import { readCheckoutSDK } from '../checkout-sdk.ts';
import { trustedScriptUrl } from '../script/trusted-script-url.ts';
import type { LoadFailure } from './checkout-script-failure.ts';
import { probeScriptFailure } from './checkout-script-failure.ts';

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
    element.remove();
    if (signal.aborted) return { cause: 'timeout' };
    return isBlocked() ?? (await probeScriptFailure(script)) ?? isBlocked() ?? { cause: 'network' };
  } finally {
    document.removeEventListener('securitypolicyviolation', onViolation);
  }
}

/** Puts the tag into the page; true once it has run, false when it failed or nobody waits. */
function untilSettled(
  element: HTMLScriptElement,
  head: HTMLHeadElement,
  signal: AbortSignal,
): Promise<boolean> {
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
