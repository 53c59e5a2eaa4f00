import {
  CheckoutError,
  errorData,
  isCheckoutError,
  toErrorData,
  withOutcome,
} from '../../contract/errors/checkout-error.ts';
import type {
  CheckoutErrorDetails,
  PaymentOutcome,
} from '../../contract/errors/checkout-error-code.ts';
import { toJson } from '../../contract/to-json.ts';
import type { PayinPayload } from './build-payin-payload.ts';
import type { PayinAnswer, PaymentAnswer } from './payin-answer.ts';
import { DECLINES, outcomeOfRefusal } from './refusal-outcome.ts';

/**
 * What the merchant's back end is sent: a POST /payin body, to which it adds the payer's address.
 */
export type PaymentRequest = Omit<PayinPayload, 'payerIp'>;

/**
 * A URL of the merchant's own back end, which gets `PaymentRequest` by POST as JSON and answers
 * what the service answered, the payin or its refusal; or a function that does the same.
 */
export type PaymentEndpoint<Request = PaymentRequest> =
  | string
  | ((request: Request) => Promise<PaymentAnswer>);

const DEADLINE_MS = 60_000;

const DETAILS = { phase: 'merchant-endpoint' };

/** Of an order that was paid and given back, or is contested. */
const RETURNED = ['REFUNDED', 'MED', 'CHARGEBACK'];

type EndpointAnswer = CheckoutErrorDetails['PAYMENT_ENDPOINT_FAILED'];

/** What it rejects with tells by `outcome` whether the payment may have been made. */
export async function askEndpoint<Request extends object>(
  {
    endpoint,
    amounts,
    signal,
  }: {
    endpoint: PaymentEndpoint<Request>;
    /** What the page asks for, in centavos, by this or any other method. */
    amounts: readonly number[];
    signal?: AbortSignal | undefined;
  },
  request: Request,
): Promise<PayinAnswer> {
  const aborted = (outcome: PaymentOutcome) =>
    new CheckoutError(errorData('ABORTED', 'aborted', DETAILS, outcome));
  // A charge nobody waits for any more must not be made.
  if (signal?.aborted) throw aborted('not-charged');
  const timer = new AbortController();
  const timeout = setTimeout(() => timer.abort(), DEADLINE_MS);
  const abort = () => timer.abort();
  signal?.addEventListener('abort', abort);
  try {
    const { answer, status }: Told =
      typeof endpoint === 'function'
        ? { answer: await call(endpoint, request, timer.signal) }
        : await post(endpoint, request, timer.signal);
    return readAnswer(answer, status, amounts);
  } catch (thrown) {
    if (isCheckoutError(thrown)) throw thrown;
    if (signal?.aborted) throw aborted('unknown');
    if (timer.signal.aborted) {
      const message = 'the payment endpoint did not answer';
      throw new CheckoutError(errorData('TIMEOUT', message, DETAILS, 'unknown'));
    }
    throw failed('the payment endpoint failed', {}, 'unknown', thrown);
  } finally {
    clearTimeout(timeout);
    signal?.removeEventListener('abort', abort);
  }
}

type Told = { answer: unknown; status?: number };

async function post(url: string, request: object, signal: AbortSignal): Promise<Told> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: toJson(request),
    signal,
  });
  const { status } = response;
  const answer: unknown = await response.json().catch((thrown: unknown) => {
    if (signal.aborted) throw thrown;
    const type = response.headers.get('content-type') ?? 'no content type';
    const message = `the payment endpoint answered ${status} with ${type}, not the payin as JSON`;
    throw failed(message, { status }, 'unknown');
  });
  return { answer, status };
}

/** The payin of an answer, or of a refusal that names the one that this order was paid by. */
function readAnswer(
  answer: unknown,
  status: number | undefined,
  amounts: readonly number[],
): PayinAnswer {
  const { error } = Object(answer);
  const isAnswered = status === undefined || (status >= 200 && status < 300);
  const named: unknown = error?.code === 'DUPLICATE_REFERENCE' ? error.payin : answer;
  if (isPayin(named) && (named !== answer || isAnswered)) {
    if (RETURNED.includes(String(named.status))) throw paidBefore(named);
    const isPaid = named.status === 'APPROVED' && amounts.some((amount) => amount === named.amount);
    if (named === answer || isPaid) return named;
  }
  throw refusalOf(answer, status);
}

/** Of the service's refusal, as the back end passed it on: its code and fields, never its text. */
function refusalOf(answer: unknown, status: number | undefined): CheckoutError {
  const { error, requestId } = Object(answer);
  const told = {
    ...(status === undefined ? {} : { status }),
    ...(Array.isArray(error?.details) ? { fields: error.details } : {}),
    ...(typeof requestId === 'string' ? { requestId } : {}),
  };
  const code: unknown = error?.code;
  const outcome = outcomeOfRefusal(code, status);
  if (typeof code !== 'string') {
    const message =
      status === undefined || status < 400
        ? 'the endpoint must answer the payin as the service gave it'
        : `the payment endpoint answered ${status}`;
    return failed(message, told, outcome);
  }
  const decline = DECLINES.find((known) => known === code);
  if (decline === undefined) {
    return failed(`the payment endpoint passed on ${code}`, { ...told, apiCode: code }, outcome);
  }
  const message = `the card was refused: ${code}, as the payment endpoint passed it on`;
  return new CheckoutError(errorData(decline, message, { ...DETAILS, ...told }));
}

function paidBefore({ id, status }: PayinAnswer): CheckoutError {
  const message = `the order was paid before, by payin ${id}, which is ${status}`;
  return failed(message, { payinId: id }, 'charged');
}

function failed(
  message: string,
  more: EndpointAnswer,
  outcome: PaymentOutcome,
  cause?: unknown,
): CheckoutError {
  const details = { ...DETAILS, ...more };
  return new CheckoutError(errorData('PAYMENT_ENDPOINT_FAILED', message, details, outcome), {
    cause,
  });
}

function isPayin(answer: unknown): answer is PayinAnswer {
  return (
    typeof answer === 'object' && answer !== null && typeof Reflect.get(answer, 'id') === 'string'
  );
}

/** What a page's function throws of ours may say nothing of the money: its code does. */
async function call<Request>(
  endpoint: Exclude<PaymentEndpoint<Request>, string>,
  request: Request,
  signal: AbortSignal,
): Promise<unknown> {
  try {
    return await untilAborted(endpoint(request), signal);
  } catch (thrown) {
    if (!isCheckoutError(thrown)) throw thrown;
    const data = toErrorData(thrown);
    const { status, apiCode }: EndpointAnswer = Object(data.details);
    const known = outcomeOfRefusal(apiCode ?? data.code, status);
    const outcome = data.outcome === 'not-charged' ? known : data.outcome;
    throw new CheckoutError(withOutcome(data, outcome), { cause: thrown.cause });
  }
}

function untilAborted<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', reject, { once: true });
    Promise.resolve(work).then(resolve, reject);
  });
}
