import { CheckoutError, errorData, toErrorData } from '../../contract/errors/checkout-error.ts';
import type { Timers } from '../../contract/frame/timers.ts';
import { directiveToExtend } from '../../contract/policy-directive.ts';
import { layOutFrames } from './lay-out-frames.ts';
import type { ProviderScript } from './provider-script.ts';
import { loadProviderScript } from './provider-script.ts';
import type { ThreeDSDriverResult, ThreeDSDriverRun } from './three-d-secure-driver.ts';
import { findThreeDSDriver } from './three-d-secure-drivers.ts';

/** Version look-up, 3DS method (10 s at most) and the issuer's first answer take no longer. */
const UNTIL_CHALLENGE_MS = 60_000;

const VIOLATION_DELAY_MS = 50;

export type ThreeDSRun = Omit<ThreeDSDriverRun, 'view'> & {
  view: Window;
  provider: string;
  script: Omit<ProviderScript, 'document' | 'timers'>;
  /** Whose blocked frames and requests count: a page blocks other things too. `null`: all do. */
  providerHosts: readonly string[] | null;
  timers: Timers;
};

/**
 * Finds the driver, loads the script, runs it. Rejects as they do, with `TIMEOUT` (phase `method`)
 * where nothing comes of it, and with `THREEDS_SDK_UNAVAILABLE` (cause `csp`) where this document's
 * own policy kept the script from its frames or its servers.
 */
export async function runThreeDS(options: ThreeDSRun): Promise<ThreeDSDriverResult> {
  const { view, provider, script, timers, signal, onChallenge, ...rest } = options;
  const { providerHosts: namedHosts, ...run } = rest;
  const { document } = view;
  const driver = findThreeDSDriver(provider);
  const providerHosts =
    namedHosts === null ? null : [...namedHosts, ...(driver.hostsOf?.(run.session) ?? [])];
  if (driver.hasScript !== false) await loadProviderScript({ ...script, document, timers });
  if (signal.aborted) throw aborted();

  const controller = new AbortController();
  let violation: CheckoutError | null = null;
  let stop = () => {};
  let timer: unknown;

  try {
    return await new Promise<ThreeDSDriverResult>((resolve, reject) => {
      const onAbort = () => reject(aborted());
      signal.addEventListener('abort', onAbort);
      const stopWatching = watchPolicy(document, providerHosts, (error, isFatal) => {
        violation ??= error;
        if (isFatal) reject(error);
      });
      const stopLayout = layOutFrames([run.methodContainer, run.challengeContainer]);
      stop = () => {
        signal.removeEventListener('abort', onAbort);
        stopWatching();
        stopLayout();
      };
      timer = timers.set(() => {
        const message = 'the 3-D Secure provider did not come to an end or a challenge';
        reject(new CheckoutError(errorData('TIMEOUT', message, { phase: 'method' })));
      }, UNTIL_CHALLENGE_MS);
      driver
        .run({
          ...run,
          view,
          signal: controller.signal,
          onChallenge(size) {
            timers.clear(timer);
            onChallenge(size);
          },
        })
        .then(resolve, reject);
    });
  } catch (thrown) {
    const { code } = toErrorData(thrown);
    if (code === 'ABORTED') throw thrown;
    // A blocked request fails before the document is told why.
    if (violation === null && code === 'NETWORK') await moment(timers);
    throw violation ?? thrown;
  } finally {
    timers.clear(timer);
    stop();
    // The script may still be at work where we gave up on it.
    controller.abort();
  }
}

/** Whether an origin is one of the sources of a policy; `null`: every one is. */
function isNamed(origin: string, sources: readonly string[] | null): boolean {
  if (sources === null) return true;
  return sources.some((source) => {
    const [scheme = '', domain] = source.split('*');
    if (domain === undefined) return source === origin;
    return origin.startsWith(scheme) && origin.endsWith(domain);
  });
}

function moment(timers: Timers): Promise<void> {
  return new Promise((resolve) => {
    timers.set(resolve, VIOLATION_DELAY_MS);
  });
}

function aborted(): CheckoutError {
  return new CheckoutError(errorData('ABORTED', 'the authentication was aborted'));
}

/**
 * A blocked frame or form would leave the buyer before an empty window, so it ends the run; a
 * request may be one the script can do without, so it only explains a failure.
 */
function watchPolicy(
  document: Document,
  providerHosts: readonly string[] | null,
  onBlocked: (error: CheckoutError, isFatal: boolean) => void,
): () => void {
  const listener = (event: SecurityPolicyViolationEvent) => {
    const directive = directiveToExtend(event);
    if (event.disposition !== 'enforce') return;
    if (!/^(frame|child|connect|script|default)-src|^form-action/.test(directive)) return;
    // `inline`, `eval` and the like are no address.
    const address = /^https?:\/\/[^/]+/.exec(event.blockedURI)?.[0];
    if (address === undefined || !isNamed(address, providerHosts)) return;
    const message = `the content security policy blocks ${address}: add it to ${directive}`;
    const { host } = new URL(address);
    const details = { phase: 'script', cause: 'csp', directive, host } as const;
    const isFatal = /^(frame|child)-src|^form-action/.test(directive);
    onBlocked(new CheckoutError(errorData('THREEDS_SDK_UNAVAILABLE', message, details)), isFatal);
  };
  document.addEventListener('securitypolicyviolation', listener);
  return () => document.removeEventListener('securitypolicyviolation', listener);
}
