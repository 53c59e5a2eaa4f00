import { answeredError, CheckoutError, errorData } from '../../contract/errors/checkout-error.ts';
import { toJson } from '../../contract/to-json.ts';
import type { watchRequest } from './blocked-request.ts';

type CheckoutCall = {
  method: 'GET' | 'POST';
  /** Below `/checkout/`, for example `tokens`. */
  path: string;
  body?: unknown;
  deadlineMs: number;
  /** Named in `details.phase` of a failure. */
  phase: string;
  signal?: AbortSignal | undefined;
};

export type CheckoutRequest = <Answer>(call: CheckoutCall) => Promise<Answer>;

/**
 * Makes the one function that speaks to the service from a browser, with the public key alone.
 * `baseUrl` is an origin, or empty for the document's own. Rejects with `NETWORK`, `TIMEOUT`,
 * `ABORTED`, or the code the service answered; one that is not known here is `UNKNOWN_ANSWER`.
 */
export function createCheckoutRequest(settings: {
  fetch: typeof fetch;
  baseUrl: string;
  publicKey: string;
  /** In a page, whose policy may block a request; a frame's own does not. */
  watch?: typeof watchRequest;
}): CheckoutRequest {
  return async <Answer>(call: CheckoutCall) => {
    const { body, deadlineMs, phase, signal } = call;
    const details = { phase };
    const controller = new AbortController();
    const abort = () => controller.abort();
    const timer = setTimeout(abort, deadlineMs);
    const watch = settings.watch?.(new URL(settings.baseUrl).origin);
    signal?.addEventListener('abort', abort);
    try {
      if (signal?.aborted) abort();
      const response = await settings.fetch(`${settings.baseUrl}/checkout/${call.path}`, {
        method: call.method,
        headers: {
          'x-public-key': settings.publicKey,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: toJson(body) }),
        signal: controller.signal,
        credentials: 'omit',
        cache: 'no-store',
        referrerPolicy: 'no-referrer',
      });
      // A refusal is known by its status, whatever stands in the way put into its body.
      if (!response.ok) throw refusal(response.status, await readRefusal(response), phase);
      const answer: unknown = await response.json();
      return answer as Answer;
    } catch (thrown) {
      if (thrown instanceof CheckoutError) throw thrown;
      if (signal?.aborted) throw new CheckoutError(errorData('ABORTED', 'aborted', details));
      if (controller.signal.aborted) {
        const message = `the service did not answer within ${deadlineMs} ms`;
        throw new CheckoutError(errorData('TIMEOUT', message, details));
      }
      const blocked = (await watch?.blocked()) ?? null;
      const message =
        blocked === null
          ? `${settings.baseUrl || 'the service'} could not be reached`
          : `${blocked.host} is blocked by this page's content security policy: add it to ${blocked.directive}`;
      throw new CheckoutError(errorData('NETWORK', message, { ...details, ...blocked }));
    } finally {
      clearTimeout(timer);
      watch?.stop();
      signal?.removeEventListener('abort', abort);
    }
  };
}

function readRefusal(response: Response): Promise<unknown> {
  return response.json().catch((thrown) => {
    if (thrown instanceof SyntaxError) return null;
    throw thrown;
  });
}

type Refusal = {
  error?: { code?: unknown; message?: unknown; details?: unknown };
  requestId?: unknown;
} | null;

/** A refusal without a code is none of the service's: something in front of it answered. */
function refusal(status: number, answer: unknown, phase: string): CheckoutError {
  const { error, requestId } = (answer as Refusal) ?? {};
  const code = typeof error?.code === 'string' ? error.code : 'UNAVAILABLE';
  return new CheckoutError(
    answeredError(code, String(error?.message ?? `the service answered ${status}`), {
      phase,
      status,
      ...(Array.isArray(error?.details) ? { fields: error.details } : {}),
      ...(typeof requestId === 'string' ? { requestId } : {}),
    }),
  );
}
