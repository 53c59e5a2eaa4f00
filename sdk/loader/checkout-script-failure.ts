import type { CheckoutError } from '../../contract/errors/checkout-error.ts';
import type { Timers } from '../../contract/frame/timers.ts';
import type { Locale } from '../../contract/locale.ts';
import { checkoutError } from '../shared/checkout-error.ts';

export type LoadFailure =
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
export async function probeScriptFailure(script: FailedScript): Promise<LoadFailure | null> {
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
