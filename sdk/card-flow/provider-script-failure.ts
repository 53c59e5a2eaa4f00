import { CheckoutError, errorData } from '../../contract/errors/checkout-error.ts';
import type { Timers } from '../../contract/frame/timers.ts';

const PROBE_DEADLINE_MS = 2_500;

export type ScriptFailure =
  | { cause: 'refused' | 'network' | 'blocked' | 'timeout' }
  | { cause: 'csp'; directive: string; host: string };

/** The failure in words for the developer. `details.url` was named by the service, or refused. */
export function explainScriptFailure(url: string, failure: ScriptFailure): CheckoutError {
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
export async function probeScript(
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
