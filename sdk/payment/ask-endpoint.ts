import { CheckoutError, errorData } from '../../contract/checkout-error.ts';
import type { CheckoutErrorDetails } from '../../contract/checkout-error-code.ts';
import type { PayinPayload } from './build-payin-payload.ts';
import type { PayinAnswer } from './payin-answer.ts';

/**
 * What the merchant's back end is sent: a POST /payin body, to which it adds the payer's address.
 */
export type PaymentRequest = Omit<PayinPayload, 'payerIp'>;

/**
 * A URL of the merchant's own back end, which gets `PaymentRequest` by POST as JSON and answers
 * what the service answered, the payin or its refusal; or a function that does the same.
 */
export type PaymentEndpoint = string | ((request: PaymentRequest) => Promise<PayinAnswer>);

const DEADLINE_MS = 60_000;

const DETAILS = { phase: 'merchant-endpoint' };

/**
 * The refusals of POST /payin that are about the card, and so for the buyer to act on: they keep
 * their codes. Any other is a failure of the merchant's side, with the code as `apiCode`.
 */
const DECLINES = ['REJECTED_BY_RISK', 'PAYER_LIMIT_REJECTED', 'INVALID_CVV'] as const;

type EndpointAnswer = CheckoutErrorDetails['PAYMENT_ENDPOINT_FAILED'];

/** Asks the merchant's endpoint for the payment and gives the payin it answered. */
export async function askEndpoint(
  { endpoint, signal }: { endpoint: PaymentEndpoint; signal?: AbortSignal },
  request: PaymentRequest,
): Promise<PayinAnswer> {
  const aborted = () => new CheckoutError(errorData('ABORTED', 'aborted', DETAILS));
  // A charge nobody waits for any more must not be made.
  if (signal?.aborted) throw aborted();
  const timer = new AbortController();
  const timeout = setTimeout(() => timer.abort(), DEADLINE_MS);
  const abort = () => timer.abort();
  signal?.addEventListener('abort', abort);
  try {
    const answer: unknown =
      typeof endpoint === 'function'
        ? await untilAborted(endpoint(request), timer.signal)
        : await post(endpoint, request, timer.signal);
    if (isPayin(answer)) return answer;
    throw (
      refusalOf(answer, {}) ?? failed('the endpoint must answer the payin as the service gave it')
    );
  } catch (thrown) {
    if (thrown instanceof CheckoutError) throw thrown;
    if (signal?.aborted) throw aborted();
    if (timer.signal.aborted) {
      throw new CheckoutError(errorData('TIMEOUT', 'the payment endpoint did not answer', DETAILS));
    }
    throw failed('the payment endpoint failed', {}, thrown);
  } finally {
    clearTimeout(timeout);
    signal?.removeEventListener('abort', abort);
  }
}

async function post(url: string, request: PaymentRequest, signal: AbortSignal): Promise<unknown> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(request),
    signal,
  });
  const { ok, status } = response;
  const answer: unknown = await response.json().catch((thrown: unknown) => {
    if (signal.aborted) throw thrown;
    const type = response.headers.get('content-type') ?? 'no content type';
    throw failed(`the payment endpoint answered ${status} with ${type}, not the payin as JSON`, {
      status,
    });
  });
  if (ok) return answer;
  throw (
    refusalOf(answer, { status }) ?? failed(`the payment endpoint answered ${status}`, { status })
  );
}

/** Of the service's refusal, as the back end passed it on: its code and request, never its text. */
function refusalOf(answer: unknown, told: { status?: number }): CheckoutError | null {
  const { error, requestId } = Object(answer);
  const code: unknown = error?.code;
  if (typeof code !== 'string') return null;
  const decline = DECLINES.find((known) => known === code);
  if (decline === undefined) {
    return failed(`the payment endpoint passed on ${code}`, { ...told, apiCode: code });
  }
  const message = `the card was refused: ${code}, as the payment endpoint passed it on`;
  const details = {
    ...DETAILS,
    ...told,
    ...(typeof requestId === 'string' ? { requestId } : {}),
  };
  return new CheckoutError(errorData(decline, message, details));
}

function failed(message: string, more: EndpointAnswer = {}, cause?: unknown): CheckoutError {
  const data = errorData('PAYMENT_ENDPOINT_FAILED', message, { ...DETAILS, ...more });
  return new CheckoutError(data, { cause });
}

function isPayin(answer: unknown): answer is PayinAnswer {
  return (
    typeof answer === 'object' && answer !== null && typeof Reflect.get(answer, 'id') === 'string'
  );
}

function untilAborted<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', reject, { once: true });
    Promise.resolve(work).then(resolve, reject);
  });
}
