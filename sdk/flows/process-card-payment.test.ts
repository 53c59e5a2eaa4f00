import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CheckoutError, errorData, toErrorData } from '../../contract/errors/checkout-error.ts';
import { PENDING } from '../card-flow/config.cases.ts';
import { manualTimers, settled } from '../card-flow/manual-timers.cases.ts';
import type { CardElement } from '../element/card-element.ts';
import type { PayinAnswer } from '../payment/payin-answer.ts';
import type { PreparedCard, PrepareInput } from '../payment/prepared-card.ts';
import { cardOutcomeOf } from './conclude.ts';
import type { HandlePendingOptions } from './handle-pending-three-ds.ts';
import type { ProcessInput } from './process-card-payment.ts';
import { createProcessCardPayment } from './process-card-payment.ts';

const PREPARED: PreparedCard = {
  payinCard: { token: 'tok_1', installments: 2, threeDSecure: { referenceId: 'tds_0' } },
  antifraud: { skipped: false, sessionId: 'afs_1' },
  card: { token: 'tok_1', brand: 'visa', last4: '1111' },
  threeDS: { skipped: false, status: 'AUTHENTICATED' },
};
const BY_CARD = { id: 'pay_1', paymentMethod: 'CREDIT_CARD' } as const;
const APPROVED: PayinAnswer = { ...BY_CARD, status: 'APPROVED' };
const PENDING_PAYIN: PayinAnswer = { ...BY_CARD, status: 'PENDING_3DS', ...PENDING };
const ENDPOINT = 'https://shop.test/pay';
const CARD = { holderName: 'Ana Souza', number: '4111111111111111', expiry: '01/30', cvv: '937' };
const ORDER = {
  amount: 15_990,
  referenceId: 'order-1',
  isPhysicalProduct: true,
  customer: { name: 'Ana Souza', document: '52998224725', email: 'ana@exemplo.com.br' },
  items: [{ title: 'Café', quantity: 1, unitPrice: 15_990 }],
};

const AGAIN_MS = [1_000, 3_000, 8_000];
const FOLLOW_MS = [1_000, 2_000, 4_000, 8_000];

type Endpoint = Extract<ProcessInput['endpoint'], (...given: never[]) => unknown>;

const prepareDirect = vi.fn<(input: PrepareInput) => Promise<PreparedCard>>();
const prepareHosted = vi.fn<(input: PrepareInput) => Promise<PreparedCard>>();
const handlePending =
  vi.fn<(payin: PayinAnswer, options: HandlePendingOptions) => Promise<never>>();
const endpoint = vi.fn<Endpoint>();
const fetched = vi.fn<typeof fetch>();
let process: ReturnType<typeof createProcessCardPayment>;
let clock: ReturnType<typeof manualTimers>;
let ending: AbortController;

beforeEach(() => {
  vi.resetAllMocks();
  for (const prepare of [prepareDirect, prepareHosted]) prepare.mockResolvedValue(PREPARED);
  handlePending.mockResolvedValue({
    payinId: 'pay_1',
    threeDS: { skipped: false, status: 'ATTEMPTED' },
  } as never);
  endpoint.mockResolvedValue(APPROVED);
  vi.stubGlobal('fetch', fetched);
  clock = manualTimers();
  ending = new AbortController();
  process = createProcessCardPayment({
    prepareDirect,
    prepareHosted,
    handlePending,
    timers: clock.timers,
    locale: 'pt-BR',
    ending: ending.signal,
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function input(change: Partial<ProcessInput> = {}) {
  return { ...ORDER, card: CARD, endpoint, ...change } as ProcessInput;
}
function withElement(element: CardElement) {
  return { ...ORDER, element, endpoint } as unknown as ProcessInput;
}
function failureOf(work: Promise<unknown>) {
  return work.then(() => {
    throw new Error('resolved');
  }, toErrorData);
}
/** The same once every wait between two tries is over. */
async function lateFailureOf(work: Promise<unknown>) {
  const failure = failureOf(work);
  await pass(AGAIN_MS);
  return failure;
}
/** Lets these waits go by, one after the other; each is the only one beside the limit of all. */
async function pass(delaysMs: readonly number[]) {
  for (const delayMs of delaysMs) {
    await settled();
    expect(clock.delays()).toEqual([delayMs, 30_000]);
    clock.runOut(delayMs);
  }
  await settled();
}
function answer(body: unknown, status = 200) {
  return new Response(JSON.stringify(body), { status });
}
function never() {
  return new Promise<never>(() => undefined);
}

describe('the element a payment is made with', () => {
  const conclude = vi.fn<CardElement['conclude']>();
  const element = { submit: async () => PREPARED, conclude } as unknown as CardElement;
  function processed() {
    conclude.mockResolvedValue(null);
    const { card: _card, ...order } = input() as ProcessInput & { card: unknown };
    return process({ ...order, element } as ProcessInput);
  }

  it.each(['APPROVED', 'REFUSED', 'PENDING'])('is told of a payin that is %s', async (status) => {
    const payin = { id: 'pay_1', status };
    endpoint.mockResolvedValue(payin);
    expect(await processed().catch((thrown: unknown) => thrown)).toMatchObject(
      status === 'REFUSED' ? { code: 'PAYMENT_DECLINED', payin } : { payin },
    );
    expect(conclude.mock.calls).toEqual([[payin]]);
  });

  it('is told of a back end that passed a refusal on, before the call rejects', async () => {
    const refusal = errorData('PAYMENT_ENDPOINT_FAILED', 'no', { apiCode: 'INVALID_CVV' });
    endpoint.mockRejectedValue(new CheckoutError(refusal));
    expect(await failureOf(processed())).toMatchObject({ code: 'PAYMENT_ENDPOINT_FAILED' });
    expect(conclude.mock.calls).toMatchObject([[{ details: { apiCode: 'INVALID_CVV' } }]]);
  });

  it('is left to the challenge where the payin has one', async () => {
    endpoint.mockResolvedValueOnce(PENDING_PAYIN);
    const paid = processed();
    await settled();
    expect(conclude).not.toHaveBeenCalled();
    expect(handlePending.mock.calls[0]?.[1]).toMatchObject({ element });
    await pass([1_000]);
    expect(conclude.mock.calls).toEqual([[APPROVED]]);
    expect(await paid).toMatchObject({ payin: APPROVED });
  });
});

describe('one call for a whole payment', () => {
  it('prepares, asks the back end and resolves with its payin', async () => {
    expect(await process(input())).toEqual({
      payin: APPROVED,
      prepared: PREPARED,
      threeDS: PREPARED.threeDS,
    });
    expect(handlePending).not.toHaveBeenCalled();
  });

  it('sends the back end a payin without card and without the payer’s address', async () => {
    await process(input());
    expect(endpoint.mock.calls).toEqual([
      [
        {
          ...ORDER,
          paymentMethod: 'CREDIT_CARD',
          card: PREPARED.payinCard,
          antifraud: { sessionId: 'afs_1' },
        },
      ],
    ]);
    expect(JSON.stringify(endpoint.mock.calls)).not.toMatch(/4111111111111111|937|payerIp/);
  });

  it('posts the same as JSON to a URL', async () => {
    fetched.mockResolvedValue(answer(APPROVED, 201));
    expect(await process(input({ endpoint: ENDPOINT }))).toMatchObject({ payin: APPROVED });
    const [url, init] = fetched.mock.calls[0]!;
    expect([url, init?.method]).toEqual([ENDPOINT, 'POST']);
    expect(new Headers(init?.headers).get('content-type')).toBe('application/json');
    expect(JSON.parse(String(init?.body))).toMatchObject({ referenceId: 'order-1' });
  });

  it.each([
    [undefined, prepareHosted, prepareDirect],
    ['hosted', prepareHosted, prepareDirect],
    ['direct', prepareDirect, prepareHosted],
  ] as const)('in mode %s prepares there alone', async (mode, used, unused) => {
    await process(input(mode === undefined ? {} : { mode }));
    expect(used).toHaveBeenCalledTimes(1);
    expect(used.mock.calls[0]?.[0]).toMatchObject({ amount: 15_990, installments: 1, card: CARD });
    expect(unused).not.toHaveBeenCalled();
  });

  it('with an element submits that, and hands no card to anybody', async () => {
    const element = elementWith(async () => PREPARED);
    endpoint.mockResolvedValueOnce(PENDING_PAYIN);
    const { card: _, ...rest } = input() as ProcessInput & { card: unknown };
    const paid = process({ ...rest, element } as ProcessInput);
    await pass([1_000]);
    await paid;
    expect(element.submit).toHaveBeenCalledTimes(1);
    expect(prepareHosted).not.toHaveBeenCalled();
    expect(handlePending.mock.calls[0]?.[1]).toEqual({ element, hosted: true, signal: undefined });
  });

  it.each([
    [undefined, true],
    ['hosted', true],
    ['direct', false],
  ] as const)('in mode %s runs the challenge there as well', async (mode, hosted) => {
    endpoint.mockResolvedValueOnce(PENDING_PAYIN);
    const paid = process(input(mode === undefined ? {} : { mode }));
    await pass([1_000]);
    const { threeDS } = await paid;
    expect(threeDS).toEqual({ skipped: false, status: 'ATTEMPTED' });
    expect(handlePending.mock.calls[0]).toMatchObject([PENDING_PAYIN, { hosted }]);
  });
});

function elementWith(submit: CardElement['submit']) {
  return { submit: vi.fn(submit) } as unknown as CardElement;
}

it('a preparation that fails ends the payment before the back end heard of it', async () => {
  const details = { phase: 'challenge', reason: 'cancelled' } as const;
  prepareHosted.mockRejectedValue(new CheckoutError(errorData('THREEDS_FAILED', 'no', details)));
  const failure = await failureOf(process(input()));
  expect(failure).toMatchObject({ code: 'THREEDS_FAILED', details });
  expect(failure.details).not.toHaveProperty('payinId');
  expect(endpoint).not.toHaveBeenCalled();
});

describe('a back end that fails', () => {
  const html = () => new Response('<!doctype html>', { headers: { 'content-type': 'text/html' } });
  const refusal = (code: string, status: number) =>
    answer({ error: { code, message: 'secret' } }, status);

  /** How often it is asked follows from whether its answer tells that nothing was charged. */
  it.each<[what: string, answered: () => Response, more: object, outcome: string]>([
    ['answers 500', () => answer({}, 500), { status: 500 }, 'unknown'],
    ['answers 504 without JSON', () => new Response('no', { status: 504 }), {}, 'unknown'],
    ['answers 404 without JSON', () => new Response('no', { status: 404 }), {}, 'unknown'],
    ['answers 408', () => answer({}, 408), { status: 408 }, 'unknown'],
    ['answers 425', () => answer({}, 425), { status: 425 }, 'unknown'],
    ['answers 429', () => refusal('RATE_LIMITED', 429), { status: 429 }, 'unknown'],
    ['is still at it', () => refusal('IN_PROGRESS', 409), { status: 409 }, 'unknown'],
    ['passes INTERNAL on', () => refusal('INTERNAL', 500), { apiCode: 'INTERNAL' }, 'unknown'],
    ['passes UNAVAILABLE on', () => refusal('UNAVAILABLE', 503), { status: 503 }, 'unknown'],
    ['says INTERNAL with 400', () => refusal('INTERNAL', 400), { status: 400 }, 'unknown'],
    ['answers HTML', html, { status: 200 }, 'unknown'],
    ['answers nothing', () => new Response(''), { status: 200 }, 'unknown'],
    ['answers null', () => answer(null), {}, 'unknown'],
    ['answers a list', () => answer([APPROVED]), {}, 'unknown'],
    ['answers a payin without id', () => answer({ status: 'APPROVED' }), {}, 'unknown'],
    ['answers an id that is no text', () => answer({ id: 7 }), {}, 'unknown'],
    ['answers a payin with 500', () => answer(APPROVED, 500), { status: 500 }, 'unknown'],
    ['has a code of its own in 200', () => refusal('CLOSED', 200), { status: 200 }, 'unknown'],
    ['has a code of its own in 403', () => refusal('CLOSED', 403), { status: 403 }, 'not-charged'],
    ['answers 404', () => answer({}, 404), { status: 404 }, 'not-charged'],
    [
      'passes a refusal of the service on',
      () => refusal('INVALID_DATA', 400),
      { status: 400, apiCode: 'INVALID_DATA' },
      'not-charged',
    ],
    ['has a provider that fails', () => refusal('PROVIDER_ERROR', 502), {}, 'not-charged'],
  ])('since it %s ends in a code of its own', async (_what, answered, more, outcome) => {
    fetched.mockImplementation(async () => answered());
    const work = process(input({ endpoint: ENDPOINT }));
    const isUnknown = outcome === 'unknown';
    const failure = await (isUnknown ? lateFailureOf(work) : failureOf(work));
    expect(failure).toMatchObject({
      code: 'PAYMENT_ENDPOINT_FAILED',
      outcome,
      details: { phase: 'merchant-endpoint', ...more },
    });
    if (isUnknown) expect(failure.retryable).toBe(true);
    expect(fetched).toHaveBeenCalledTimes(isUnknown ? 4 : 1);
    expect(failure.message).not.toContain('secret');
    expect(handlePending).not.toHaveBeenCalled();
    expect(clock.delays()).toEqual([]);
  });

  it('is asked once more where it cannot be reached, and given up where that goes on', async () => {
    fetched.mockRejectedValue(new TypeError('Failed to fetch'));
    expect(await lateFailureOf(process(input({ endpoint: ENDPOINT })))).toMatchObject({
      code: 'PAYMENT_ENDPOINT_FAILED',
      outcome: 'unknown',
    });
  });

  it('tells which fields the service refused, and the request to ask for', async () => {
    const details = [{ path: 'customer.document', message: 'must be a valid CPF, digits only' }];
    const body = {
      error: { code: 'INVALID_DATA', message: 'secret', details },
      requestId: 'req_1',
    };
    fetched.mockResolvedValue(answer(body, 400));
    expect(await failureOf(process(input({ endpoint: ENDPOINT })))).toMatchObject({
      retryable: false,
      details: { apiCode: 'INVALID_DATA', fields: details, requestId: 'req_1' },
    });
  });

  it.each([
    ['REJECTED_BY_RISK', 422, false],
    ['PAYER_LIMIT_REJECTED', 400, false],
    ['INVALID_CVV', 400, true],
  ] as const)('does not hide that the card was refused: %s', async (code, status, retryable) => {
    const body = { error: { code, message: 'secret', details: [] }, requestId: 'req_1' };
    fetched.mockResolvedValue(answer(body, status));
    const failure = await failureOf(process(input({ endpoint: ENDPOINT })));
    expect(failure).toMatchObject({
      code,
      type: 'customer',
      retryable,
      details: { phase: 'merchant-endpoint', status, requestId: 'req_1' },
    });
    expect(failure.message).not.toContain('secret');
  });

  it.each([
    ['INVALID_CVV', { code: 'INVALID_CVV' }],
    ['PROVIDER_ERROR', { code: 'PAYMENT_ENDPOINT_FAILED', details: { apiCode: 'PROVIDER_ERROR' } }],
  ])('as a function may resolve to the refusal as well: %s', async (code, expected) => {
    endpoint.mockResolvedValue({ error: { code } });
    expect(await failureOf(process(input()))).toMatchObject(expected);
  });

  it('is told that it answered a page in place of JSON', async () => {
    fetched.mockImplementation(async () => html());
    expect((await lateFailureOf(process(input({ endpoint: ENDPOINT })))).message).toBe(
      'the payment endpoint answered 200 with text/html, not the payin as JSON',
    );
  });

  it.each([
    ['throws', () => Promise.reject(new Error('4111111111111111'))],
    [
      'throws at once',
      () => {
        throw new Error('4111111111111111');
      },
    ],
    ['resolves to nothing', () => Promise.resolve(undefined as unknown as PayinAnswer)],
    ['resolves to text', () => Promise.resolve('pay_1' as unknown as PayinAnswer)],
  ])('as a function since it %s ends in the same code', async (_what, answered) => {
    endpoint.mockImplementation(answered);
    const failure = await lateFailureOf(process(input()));
    expect(failure).toMatchObject({
      code: 'PAYMENT_ENDPOINT_FAILED',
      outcome: 'unknown',
      details: { phase: 'merchant-endpoint' },
    });
    expect(failure.message).not.toContain('4111');
  });

  it.each([
    ['a URL', ENDPOINT],
    ['a function', endpoint],
  ])('as %s that hangs is given up after a minute', async (_what, where) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    endpoint.mockImplementation(never);
    fetched.mockImplementation(hangingFetch);
    const failure = failureOf(process(input({ endpoint: where })));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(clock.delays()).toEqual([1_000, 30_000]);
    clock.runOut(1_000);
    // The next one hangs as well: from the first failure on no more than 30 s.
    await settled();
    clock.runOut(30_000);
    expect(await failure).toMatchObject({
      code: 'TIMEOUT',
      outcome: 'unknown',
      details: { phase: 'merchant-endpoint' },
    });
    expect([vi.getTimerCount(), clock.delays()]).toEqual([0, []]);
  });
});

const hangingFetch: typeof fetch = (_url, init) =>
  new Promise((_, reject) => {
    init?.signal?.addEventListener('abort', () => reject(new DOMException('', 'AbortError')));
  });

describe('a payment that is given up', () => {
  it.each([
    ['a URL', ENDPOINT],
    ['a function', endpoint],
  ])('while %s is asked rejects at once', async (_what, where) => {
    endpoint.mockImplementation(never);
    fetched.mockImplementation(hangingFetch);
    const controller = new AbortController();
    const failure = failureOf(process(input({ endpoint: where, signal: controller.signal })));
    await vi.waitUntil(() => fetched.mock.calls.length + endpoint.mock.calls.length === 1, {
      timeout: 30_000,
    });
    controller.abort();
    expect(await failure).toMatchObject({
      code: 'ABORTED',
      outcome: 'unknown',
      details: { phase: 'merchant-endpoint' },
    });
  });

  it.each([
    ['a URL', ENDPOINT],
    ['a function', endpoint],
  ])('as soon as the card was prepared never asks %s', async (_what, where) => {
    const controller = new AbortController();
    prepareHosted.mockImplementation(async () => {
      controller.abort();
      return PREPARED;
    });
    const failure = await failureOf(process(input({ endpoint: where, signal: controller.signal })));
    expect(failure).toMatchObject({ code: 'ABORTED', outcome: 'not-charged' });
    expect(endpoint).not.toHaveBeenCalled();
    expect(fetched).not.toHaveBeenCalled();
  });

  it.each(['hosted', 'direct'] as const)('passes its signal to every step (%s)', async (mode) => {
    endpoint.mockResolvedValueOnce(PENDING_PAYIN);
    const { signal } = new AbortController();
    const paid = process(input({ mode, signal }));
    await pass([1_000]);
    await paid;
    const prepare = mode === 'hosted' ? prepareHosted : prepareDirect;
    expect(prepare.mock.calls[0]?.[0].signal).toBe(signal);
    expect(handlePending.mock.calls[0]?.[1].signal).toBe(signal);
  });
});

describe('a failure after the payin was made', () => {
  it.each(['THREEDS_FAILED', 'THREEDS_EXPIRED'] as const)(
    '(%s) carries its id and says where the outcome comes from',
    async (code) => {
      endpoint.mockResolvedValue(PENDING_PAYIN);
      const details = { phase: 'challenge', reason: 'cancelled' };
      handlePending.mockRejectedValue(new CheckoutError(errorData(code, 'no', details)));
      const failure = await failureOf(process(input()));
      expect(failure).toMatchObject({
        code,
        outcome: 'not-charged',
        details: { ...details, payinId: 'pay_1' },
      });
      expect(failure.message).toMatch(/pay_1 exists.*webhook/);
      expect(endpoint).toHaveBeenCalledOnce();
    },
  );

  const lost = new CheckoutError(errorData('NETWORK', 'no', {}, 'unknown'));

  it('that nobody heard of is asked for at the endpoint, and kept where that knows no end', async () => {
    endpoint.mockResolvedValue(PENDING_PAYIN);
    handlePending.mockRejectedValue(lost);
    const failure = failureOf(process(input()));
    await pass(FOLLOW_MS);
    expect(await failure).toMatchObject({
      code: 'NETWORK',
      outcome: 'unknown',
      retryable: true,
      details: { payinId: 'pay_1' },
    });
  });

  it.each(['APPROVED', 'REFUSED'])('that got lost is no failure of a payin %s', async (status) => {
    endpoint.mockResolvedValueOnce(PENDING_PAYIN).mockResolvedValue({ id: 'pay_1', status });
    handlePending.mockRejectedValue(lost);
    const paid = process(input()).catch((thrown: unknown) => thrown);
    await pass([1_000]);
    const told =
      status === 'REFUSED' ? { code: 'PAYMENT_DECLINED' } : { threeDS: { status: null } };
    expect(await paid).toMatchObject({ payin: { id: 'pay_1', status }, ...told });
  });

  it('that is not ours carries its id as well, and nothing of the failure', async () => {
    endpoint.mockResolvedValue(PENDING_PAYIN);
    handlePending.mockRejectedValue(new TypeError('4111111111111111'));
    const failure = await failureOf(process(input()));
    expect(failure).toMatchObject({ code: 'INTERNAL', details: { payinId: 'pay_1' } });
    expect(failure.message).not.toContain('4111');
  });
});

describe('a payin whose challenge is over', () => {
  beforeEach(() => {
    endpoint.mockResolvedValueOnce(PENDING_PAYIN);
  });

  it('is asked for until its status leaves PENDING', async () => {
    endpoint
      .mockResolvedValueOnce(PENDING_PAYIN)
      .mockRejectedValueOnce(new Error('down'))
      .mockResolvedValueOnce({ id: 'pay_1', status: 'PENDING' });
    const paid = process(input());
    await pass(FOLLOW_MS);
    expect(await paid).toMatchObject({ payin: APPROVED, threeDS: { status: 'ATTEMPTED' } });
    const [first, ...others] = endpoint.mock.calls;
    expect(others).toEqual([first, first, first, first]);
  });

  it('is pending where nobody tells more', async () => {
    const waiting = { id: 'pay_1', status: 'PENDING' } as const;
    endpoint.mockResolvedValueOnce(waiting).mockRejectedValue(new Error('down'));
    const paid = process(input());
    await pass(FOLLOW_MS);
    expect(await paid).toMatchObject({ payin: waiting });
  });

  it('rejects where it was declined', async () => {
    const declined = { error: { code: 'INVALID_CVV' } };
    endpoint.mockResolvedValueOnce(declined);
    const failure = failureOf(process(input()));
    await pass([1_000]);
    expect(await failure).toMatchObject({ code: 'INVALID_CVV', outcome: 'not-charged' });
  });

  it('is left where the page gives it up, of unknown outcome', async () => {
    const controller = new AbortController();
    const failure = failureOf(process(input({ signal: controller.signal })));
    await settled();
    controller.abort();
    expect(await failure).toMatchObject({
      code: 'ABORTED',
      outcome: 'unknown',
      details: { payinId: 'pay_1' },
    });
    expect(clock.delays()).toEqual([]);
  });
});

describe('an order whose outcome got lost', () => {
  const down = () => Promise.reject(new Error('down'));
  const decline = { error: { code: 'INVALID_CVV' } };

  it.each([
    [1, [1_000]],
    [2, [1_000, 3_000]],
    [3, AGAIN_MS],
  ])('is asked for again with the same token: answered after %i more', async (_tries, waits) => {
    for (const _ of waits) endpoint.mockImplementationOnce(down);
    const paid = process(input());
    await pass(waits);
    expect(await paid).toMatchObject({ payin: APPROVED });
    const [first, ...others] = endpoint.mock.calls;
    expect(others).toEqual(waits.map(() => first));
    expect(prepareHosted).toHaveBeenCalledOnce();
  });

  it('ends by a decline of it', async () => {
    endpoint.mockImplementationOnce(down).mockResolvedValueOnce(decline);
    const failure = failureOf(process(input()));
    await pass([1_000]);
    expect(await failure).toMatchObject({ code: 'INVALID_CVV', outcome: 'not-charged' });
  });

  it.each(['PROVIDER_ERROR', 'INVALID_DATA', 'NOT_FOUND', 'DUPLICATE_REFERENCE', 'IN_PROGRESS'])(
    'is ended by no other refusal: %s',
    async (code) => {
      endpoint.mockImplementationOnce(down).mockResolvedValue({ error: { code } });
      expect(await lateFailureOf(process(input()))).toMatchObject({
        outcome: 'unknown',
        retryable: true,
        details: { apiCode: code },
      });
    },
  );

  it('is asked for by the next call with the token of the first, until it is known', async () => {
    endpoint.mockImplementation(down);
    await lateFailureOf(process(input()));
    // A refusal that would be clear at first tells nothing of the charge before.
    const refused = { error: { code: 'NOT_FOUND' } };
    endpoint.mockResolvedValue(refused);
    expect(await lateFailureOf(process(input()))).toMatchObject({ outcome: 'unknown' });
    endpoint.mockResolvedValue(decline);
    expect(await failureOf(process(input()))).toMatchObject({ outcome: 'not-charged' });
    expect(prepareHosted).toHaveBeenCalledTimes(1);
    endpoint.mockResolvedValue(refused);
    expect(await failureOf(process(input()))).toMatchObject({ outcome: 'not-charged' });
    expect(prepareHosted).toHaveBeenCalledTimes(2);
  });

  it('stays unknown where the card cannot be prepared again', async () => {
    endpoint.mockImplementation(down);
    await lateFailureOf(process(input()));
    prepareHosted.mockRejectedValue(new CheckoutError(errorData('NETWORK', 'no')));
    // Another amount is another token.
    const other = { ...input(), amount: 1 };
    expect(await failureOf(process(other))).toMatchObject({ code: 'NETWORK', outcome: 'unknown' });
    expect(await failureOf(process({ ...other, referenceId: 'order-2' }))).toMatchObject({
      outcome: 'not-charged',
    });
  });

  it.each([
    ['is told nothing while it is unknown', down, []],
    ['is told of its decline', () => Promise.resolve(decline), [[{ code: 'INVALID_CVV' }]]],
  ])('leaves the element that %s', async (_what, answered, told) => {
    const conclude = vi.fn<CardElement['conclude']>().mockResolvedValue(null);
    const submit = vi.fn(async () => PREPARED);
    endpoint.mockImplementation(answered);
    const failure = failureOf(process(withElement({ submit, conclude } as unknown as CardElement)));
    if (told.length === 0) await pass(AGAIN_MS);
    await failure;
    const known = conclude.mock.calls.filter(([given]) => cardOutcomeOf(given) !== null);
    expect(known).toMatchObject(told);
  });

  it('is not asked for any more once the client is destroyed', async () => {
    endpoint.mockImplementation(down);
    const failure = failureOf(process(input()));
    await settled();
    ending.abort();
    expect(await failure).toMatchObject({ outcome: 'unknown' });
    expect(endpoint).toHaveBeenCalledOnce();
    expect(clock.delays()).toEqual([]);
  });

  it.each([
    ['APPROVED', 'charged'],
    ['REFUSED', 'unknown'],
  ])('is told with the end of the client where it is %s by then', async (status, outcome) => {
    endpoint.mockImplementation(async () => {
      ending.abort();
      return { id: 'pay_1', status };
    });
    expect(await failureOf(process(input()))).toMatchObject({
      code: 'DESTROYED',
      outcome,
      details: { payinId: 'pay_1' },
    });
  });
});

describe('an order that was paid before', () => {
  const held = (payin: object) => ({ error: { code: 'DUPLICATE_REFERENCE', payin } });
  const payin = { id: 'pay_0', status: 'APPROVED', paymentMethod: 'PIX', amount: 15_990 };

  it('at the price of this page is a result', async () => {
    endpoint.mockResolvedValue(held(payin));
    expect(await process(input())).toMatchObject({ payin });
    fetched.mockResolvedValue(answer(held(payin), 409));
    expect(await process(input({ endpoint: ENDPOINT }))).toMatchObject({ payin });
  });

  it.each([
    ['at another price', held({ ...payin, amount: 14_391 })],
    ['by a payin that is pending', held({ ...payin, status: 'PENDING' })],
    ['by a payin without an id', held({ ...payin, id: undefined })],
    ['by a payin that is not told', held([])],
  ])('%s is an error, and not retryable', async (_what, answered) => {
    endpoint.mockResolvedValue(answered);
    expect(await failureOf(process(input()))).toMatchObject({
      code: 'PAYMENT_ENDPOINT_FAILED',
      outcome: 'not-charged',
      retryable: false,
      details: { apiCode: 'DUPLICATE_REFERENCE' },
    });
    expect(endpoint).toHaveBeenCalledOnce();
  });

  it.each(['REFUNDED', 'MED', 'CHARGEBACK'])('and is %s is no result', async (status) => {
    for (const answered of [{ id: 'pay_0', status }, held({ ...payin, status })]) {
      endpoint.mockResolvedValue(answered);
      expect(await failureOf(process(input()))).toMatchObject({
        outcome: 'charged',
        retryable: false,
        details: { payinId: 'pay_0' },
      });
    }
  });
});

describe('calls at the same time', () => {
  it('are one payment', async () => {
    const [first, second] = await Promise.all([process(input()), process(input())]);
    expect(first).toBe(second);
    expect([prepareHosted, endpoint].map((step) => step.mock.calls.length)).toEqual([1, 1]);
  });

  it('of two orders are not: the second is refused, and the first goes on', async () => {
    const first = process(input());
    for (const other of [{ referenceId: 'order-2' }, { amount: 1 }]) {
      expect(await failureOf(process(input(other)))).toMatchObject({
        code: 'INVALID_ARGUMENT',
        details: { field: 'referenceId' },
      });
    }
    expect(await first).toMatchObject({ payin: APPROVED });
    expect([prepareHosted, endpoint].map((step) => step.mock.calls.length)).toEqual([1, 1]);
  });

  it('fail together', async () => {
    endpoint.mockRejectedValue(new CheckoutError(errorData('PAYER_LIMIT_REJECTED', 'no')));
    const failures = await Promise.all([failureOf(process(input())), failureOf(process(input()))]);
    expect(failures.map(({ code }) => code)).toEqual(Array(2).fill('PAYER_LIMIT_REJECTED'));
    expect(endpoint).toHaveBeenCalledTimes(1);
  });

  it.each([
    ['went well', () => Promise.resolve(APPROVED)],
    ['was declined', () => Promise.reject(new CheckoutError(errorData('INVALID_CVV', 'no')))],
  ])('after one that %s are another payment with a token of its own', async (_how, first) => {
    endpoint.mockImplementationOnce(first);
    await process(input()).catch(() => undefined);
    await process(input());
    expect([prepareHosted, endpoint].map((step) => step.mock.calls.length)).toEqual([2, 2]);
  });
});

describe('an element that shows another payment', () => {
  const submit = vi.fn<CardElement['submit']>();

  it.each([
    ['amount', { amount: 15_991, referenceId: 'order-1' }],
    ['referenceId', { amount: 15_990, referenceId: 'order-2' }],
  ])('is refused before it is submitted: %s', async (field, shown) => {
    const element = { ...shown, submit } as unknown as CardElement;
    const failure = await failureOf(process(withElement(element)));
    expect(failure).toMatchObject({ code: 'INVALID_ARGUMENT', details: { field } });
    expect(failure.message).toContain('element.update()');
    expect(submit).not.toHaveBeenCalled();
  });

  it('is submitted where both are the same', async () => {
    submit.mockResolvedValue(PREPARED);
    const element = { amount: 15_990, referenceId: 'order-1', submit } as unknown as CardElement;
    await process(withElement(element));
    expect(submit).toHaveBeenCalledOnce();
  });
});

describe('an input that cannot be a payment', () => {
  const wrong: [what: string, given: unknown, field: string][] = [
    ['nothing', undefined, 'amount'],
    ['null', null, 'amount'],
    ['an amount in reais', { ...input(), amount: 159.9 }, 'amount'],
    ['an amount as text', { ...input(), amount: '15990' }, 'amount'],
    ['no order', { ...input(), referenceId: undefined }, 'referenceId'],
    ['neither card nor element', { ...input(), card: undefined }, 'element'],
    ['no endpoint', { ...input(), endpoint: undefined }, 'endpoint'],
    ['an empty endpoint', { ...input(), endpoint: '' }, 'endpoint'],
    ['an endpoint that is an object', { ...input(), endpoint: { url: ENDPOINT } }, 'endpoint'],
    ['an endpoint that is no address', { ...input(), endpoint: 'http://' }, 'endpoint'],
    ['an endpoint of another kind', { ...input(), endpoint: 'ftp://shop.test/pay' }, 'endpoint'],
    ['an endpoint with a password', { ...input(), endpoint: 'https://a:b@shop.test' }, 'endpoint'],
    ['no customer', { ...input(), customer: undefined }, 'customer'],
    ['no items', { ...input(), items: [] }, 'items'],
    ['no word on the post', { ...input(), isPhysicalProduct: 'yes' }, 'isPhysicalProduct'],
    ['no installments', { ...input(), installments: 0 }, 'installments'],
    ['a plan without a total', { ...input(), installmentPlan: {} }, 'installmentPlan'],
    ['a mode of another name', { ...input(), mode: 'inline' }, 'mode'],
    ['a signal that is none', { ...input(), signal: true }, 'signal'],
  ];
  it.each(wrong)('such as %s is refused before tokenizing', async (_what, given, field) => {
    const failure = await failureOf(process(given as ProcessInput));
    expect(failure).toMatchObject({ code: 'INVALID_ARGUMENT', details: { field } });
    expect(failure.message).toContain(`processCardPayment: ${field} `);
    for (const step of [prepareHosted, prepareDirect, endpoint]) {
      expect(step).not.toHaveBeenCalled();
    }
  });
});
