import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CheckoutError, errorData, toErrorData } from '../../contract/checkout-error.ts';
import type { CardElement } from '../element/card-element.ts';
import type { PayinAnswer } from '../payment/payin-answer.ts';
import type { PreparedCard, PrepareInput } from '../payment/prepared-card.ts';
import { PENDING } from './flow-tools.cases.ts';
import type { HandlePendingOptions } from './handle-pending-three-ds.ts';
import type { ProcessInput } from './process-card-payment.ts';
import { createProcessCardPayment } from './process-card-payment.ts';

const PREPARED: PreparedCard = {
  payinCard: { token: 'tok_1', installments: 2, threeDSecure: { referenceId: 'tds_0' } },
  antifraud: { skipped: false, sessionId: 'afs_1' },
  card: { token: 'tok_1', brand: 'visa', last4: '1111' },
  threeDS: { skipped: false, status: 'AUTHENTICATED' },
};
const APPROVED: PayinAnswer = { id: 'pay_1', status: 'APPROVED' };
const PENDING_PAYIN: PayinAnswer = { id: 'pay_1', status: 'PENDING_3DS', ...PENDING };
const ENDPOINT = 'https://shop.test/pay';
const CARD = { holderName: 'Ana Souza', number: '4111111111111111', expiry: '01/30', cvv: '937' };
const ORDER = {
  amount: 15_990,
  referenceId: 'order-1',
  isPhysicalProduct: true,
  customer: { name: 'Ana Souza', document: '52998224725', email: 'ana@exemplo.com.br' },
  items: [{ title: 'Café', quantity: 1, unitPrice: 15_990 }],
};

type Endpoint = Extract<ProcessInput['endpoint'], (...given: never[]) => unknown>;

const prepareDirect = vi.fn<(input: PrepareInput) => Promise<PreparedCard>>();
const prepareHosted = vi.fn<(input: PrepareInput) => Promise<PreparedCard>>();
const handlePending =
  vi.fn<(payin: PayinAnswer, options: HandlePendingOptions) => Promise<never>>();
const endpoint = vi.fn<Endpoint>();
const fetched = vi.fn<typeof fetch>();
let process: ReturnType<typeof createProcessCardPayment>;

beforeEach(() => {
  vi.resetAllMocks();
  for (const prepare of [prepareDirect, prepareHosted]) prepare.mockResolvedValue(PREPARED);
  handlePending.mockResolvedValue({
    payinId: 'pay_1',
    threeDS: { skipped: false, status: 'ATTEMPTED' },
  } as never);
  endpoint.mockResolvedValue(APPROVED);
  vi.stubGlobal('fetch', fetched);
  process = createProcessCardPayment({ prepareDirect, prepareHosted, handlePending });
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
    conclude.mockResolvedValue(undefined);
    const { card: _card, ...order } = input() as ProcessInput & { card: unknown };
    return process({ ...order, element } as ProcessInput);
  }

  it.each(['APPROVED', 'REFUSED', 'PENDING'])('is told of a payin that is %s', async (status) => {
    endpoint.mockResolvedValue({ id: 'pay_1', status });
    await processed();
    expect(conclude.mock.calls).toEqual([[{ id: 'pay_1', status }]]);
  });

  it('is told of a back end that passed a refusal on, before the call rejects', async () => {
    const refusal = errorData('PAYMENT_ENDPOINT_FAILED', 'no', { apiCode: 'INVALID_CVV' });
    endpoint.mockRejectedValue(new CheckoutError(refusal));
    expect(await failureOf(processed())).toMatchObject({ code: 'PAYMENT_ENDPOINT_FAILED' });
    expect(conclude.mock.calls).toMatchObject([[{ details: { apiCode: 'INVALID_CVV' } }]]);
  });

  it('is left to the challenge where the payin has one', async () => {
    endpoint.mockResolvedValue(PENDING_PAYIN);
    await processed();
    expect(conclude).not.toHaveBeenCalled();
    expect(handlePending.mock.calls[0]?.[1]).toMatchObject({ element });
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
    endpoint.mockResolvedValue(PENDING_PAYIN);
    const { card: _, ...rest } = input() as ProcessInput & { card: unknown };
    await process({ ...rest, element } as ProcessInput);
    expect(element.submit).toHaveBeenCalledTimes(1);
    expect(prepareHosted).not.toHaveBeenCalled();
    expect(handlePending.mock.calls[0]?.[1]).toEqual({ element, hosted: true, signal: undefined });
  });

  it.each([
    [undefined, true],
    ['hosted', true],
    ['direct', false],
  ] as const)('in mode %s runs the challenge there as well', async (mode, hosted) => {
    endpoint.mockResolvedValue(PENDING_PAYIN);
    const { threeDS } = await process(input(mode === undefined ? {} : { mode }));
    expect(threeDS).toEqual({ skipped: false, status: 'ATTEMPTED' });
    expect(handlePending.mock.calls[0]).toMatchObject([PENDING_PAYIN, { hosted }]);
  });
});

function elementWith(submit: CardElement['submit']) {
  return { submit: vi.fn(submit) } as unknown as CardElement;
}

describe('a preparation that fails', () => {
  it('ends the payment before the back end heard of it', async () => {
    const details = { phase: 'challenge', reason: 'cancelled' } as const;
    prepareHosted.mockRejectedValue(new CheckoutError(errorData('THREEDS_FAILED', 'no', details)));
    const failure = await failureOf(process(input()));
    expect(failure).toMatchObject({ code: 'THREEDS_FAILED', details });
    expect(failure.details).not.toHaveProperty('payinId');
    expect(endpoint).not.toHaveBeenCalled();
  });
});

describe('a back end that fails', () => {
  const html = () => new Response('<!doctype html>', { headers: { 'content-type': 'text/html' } });

  it.each([
    ['answers 500', () => Promise.resolve(answer({}, 500)), { status: 500 }],
    [
      'answers 404 without JSON',
      () => Promise.resolve(new Response('no', { status: 404 })),
      { status: 404 },
    ],
    [
      'passes a refusal of the service on',
      () => Promise.resolve(answer({ error: { code: 'INVALID_DATA', message: 'secret' } }, 400)),
      { status: 400, apiCode: 'INVALID_DATA' },
    ],
    ['answers HTML', () => Promise.resolve(html()), { status: 200 }],
    ['answers nothing', () => Promise.resolve(new Response('')), { status: 200 }],
    ['answers null', () => Promise.resolve(answer(null)), {}],
    ['answers a list', () => Promise.resolve(answer([APPROVED])), {}],
    ['answers a payin without id', () => Promise.resolve(answer({ status: 'APPROVED' })), {}],
    ['answers an id that is no text', () => Promise.resolve(answer({ id: 7 })), {}],
    ['cannot be reached', () => Promise.reject(new TypeError('Failed to fetch')), {}],
  ])('since it %s ends in a code of its own', async (_what, answered, more) => {
    fetched.mockImplementation(answered);
    const failure = await failureOf(process(input({ endpoint: ENDPOINT })));
    expect(failure).toMatchObject({
      code: 'PAYMENT_ENDPOINT_FAILED',
      details: { phase: 'merchant-endpoint', ...more },
    });
    expect(failure.message).not.toContain('secret');
    expect(handlePending).not.toHaveBeenCalled();
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
    endpoint.mockResolvedValue({ error: { code } } as unknown as PayinAnswer);
    expect(await failureOf(process(input()))).toMatchObject(expected);
  });

  it('is told that it answered a page in place of JSON', async () => {
    fetched.mockResolvedValue(html());
    const failure = await failureOf(process(input({ endpoint: ENDPOINT })));
    expect(failure.message).toBe(
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
    const failure = await failureOf(process(input()));
    expect(failure).toMatchObject({
      code: 'PAYMENT_ENDPOINT_FAILED',
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
    expect(await failure).toMatchObject({
      code: 'TIMEOUT',
      details: { phase: 'merchant-endpoint' },
    });
    expect(vi.getTimerCount()).toBe(0);
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
    expect(failure).toMatchObject({ code: 'ABORTED' });
    expect(endpoint).not.toHaveBeenCalled();
    expect(fetched).not.toHaveBeenCalled();
  });

  it.each(['hosted', 'direct'] as const)('passes its signal to every step (%s)', async (mode) => {
    endpoint.mockResolvedValue(PENDING_PAYIN);
    const { signal } = new AbortController();
    await process(input({ mode, signal }));
    const prepare = mode === 'hosted' ? prepareHosted : prepareDirect;
    expect(prepare.mock.calls[0]?.[0].signal).toBe(signal);
    expect(handlePending.mock.calls[0]?.[1].signal).toBe(signal);
  });
});

describe('a failure after the payin was made', () => {
  it.each(['THREEDS_FAILED', 'THREEDS_EXPIRED', 'NETWORK', 'ABORTED'] as const)(
    '(%s) carries its id and says where the outcome comes from',
    async (code) => {
      endpoint.mockResolvedValue(PENDING_PAYIN);
      const details = { phase: 'challenge', reason: 'cancelled' };
      handlePending.mockRejectedValue(new CheckoutError(errorData(code, 'no', details)));
      const failure = await failureOf(process(input()));
      expect(failure).toMatchObject({ code, details: { ...details, payinId: 'pay_1' } });
      expect(failure.message).toMatch(/pay_1 exists.*webhook/);
    },
  );

  it('that is not ours carries it as well, and nothing of the failure', async () => {
    endpoint.mockResolvedValue(PENDING_PAYIN);
    handlePending.mockRejectedValue(new TypeError('4111111111111111'));
    const failure = await failureOf(process(input()));
    expect(failure).toMatchObject({ code: 'INTERNAL', details: { payinId: 'pay_1' } });
    expect(failure.message).not.toContain('4111');
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
    endpoint.mockRejectedValue(new Error('down'));
    const failures = await Promise.all([failureOf(process(input())), failureOf(process(input()))]);
    expect(failures.map(({ code }) => code)).toEqual(Array(2).fill('PAYMENT_ENDPOINT_FAILED'));
    expect(endpoint).toHaveBeenCalledTimes(1);
  });

  it.each([
    ['went well', () => Promise.resolve(APPROVED)],
    ['failed', () => Promise.reject(new Error('down'))],
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
  ];
  it.each(wrong)(
    'such as %s is refused before anything is tokenized',
    async (_what, given, field) => {
      const failure = await failureOf(process(given as ProcessInput));
      expect(failure).toMatchObject({ code: 'INVALID_ARGUMENT', details: { field } });
      expect(failure.message).toContain(`processCardPayment: ${field} `);
      for (const step of [prepareHosted, prepareDirect, endpoint]) {
        expect(step).not.toHaveBeenCalled();
      }
    },
  );
});
