import type { ThreeDSFailureReason } from '../../../contract/card/three-d-secure.ts';
import { CheckoutError, errorData } from '../../../contract/errors/checkout-error.ts';

/** What drivers of scripts that draw the bank's page by themselves have in common. */

export function failed(
  reason: ThreeDSFailureReason,
  message = `the 3-D Secure script said no: ${reason}`,
): CheckoutError {
  return new CheckoutError(errorData('THREEDS_FAILED', message, { phase: 'challenge', reason }));
}

/** Nothing but its file has come. */
export function definedNothing(): CheckoutError {
  const details = { phase: 'script', cause: 'blocked' } as const;
  return new CheckoutError(
    errorData('THREEDS_SDK_UNAVAILABLE', "the provider's script came and defined nothing", details),
  );
}

export function untilAborted<Result>(
  signal: AbortSignal,
  work: () => Promise<Result>,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason);
    if (signal.aborted) return onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
    work()
      .then(resolve, reject)
      .finally(() => signal.removeEventListener('abort', onAbort));
  });
}

/** Takes away what has come to stand in the body since, with a frame in it. */
export function removeDrawn(document: Document, before: ReadonlySet<Element>): void {
  for (const element of [...document.body.children]) {
    if (!before.has(element) && hasFrame(element)) element.remove();
  }
}

function hasFrame(element: Element): boolean {
  return element.matches('iframe') || element.querySelector('iframe') !== null;
}
