import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { CheckoutError } from '../../contract/errors/checkout-error.ts';
import { createCheckoutRequest } from './checkout-request.ts';

const CARD = { holderName: 'Ana Souza', number: '4111111111111111', cvv: '937' };
const CALL = {
  method: 'POST' as const,
  path: 'tokens',
  body: { card: CARD },
  deadlineMs: 1_000,
  phase: 'token',
};

type Sent = { url: string; init: RequestInit };

/** A service that answers as told; it keeps what it was asked. */
function serviceThat(answer: (init: RequestInit) => Promise<Response> | Response) {
  const sent: Sent[] = [];
  const request = createCheckoutRequest({
    fetch: async (input, init = {}) => {
      sent.push({ url: String(input), init });
      return answer(init);
    },
    baseUrl: 'https://api.test',
    publicKey: 'pk_test_no3ds',
  });
  return { request, sent };
}

function json(status: number, body: unknown) {
  return () => new Response(JSON.stringify(body), { status });
}

/** Answers nothing until it is aborted, as a fetch does. */
function silent({ signal }: RequestInit) {
  return new Promise<Response>((_, reject) => {
    if (signal?.aborted) reject(new DOMException('aborted', 'AbortError'));
    signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')));
  });
}

function failure(promise: Promise<unknown>): Promise<CheckoutError> {
  return promise.then(
    () => Promise.reject(new Error('it did not fail')),
    (error) => error,
  );
}

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});

describe('what is sent', () => {
  it('goes below /checkout/ with the public key and nothing that names the buyer', async () => {
    const { request, sent } = serviceThat(json(201, { token: 'tok_1' }));
    expect(await request(CALL)).toEqual({ token: 'tok_1' });
    expect(sent).toHaveLength(1);
    expect(sent[0]!.url).toBe('https://api.test/checkout/tokens');
    expect(sent[0]!.init).toMatchObject({
      method: 'POST',
      credentials: 'omit',
      cache: 'no-store',
      referrerPolicy: 'no-referrer',
      body: JSON.stringify(CALL.body),
    });
  });

  it('carries two headers with a body, one without', async () => {
    const { request, sent } = serviceThat(json(200, {}));
    await request(CALL);
    const { body: _, ...bodiless } = CALL;
    await request({ ...bodiless, method: 'GET', path: 'config' });
    expect(sent.map(({ init }) => init.headers)).toEqual([
      { 'x-public-key': 'pk_test_no3ds', 'content-type': 'application/json' },
      { 'x-public-key': 'pk_test_no3ds' },
    ]);
    expect(sent[1]!.init).not.toHaveProperty('body');
  });

  it('goes to the own origin of a document that gives no address', async () => {
    const asked: string[] = [];
    const request = createCheckoutRequest({
      fetch: async (input) => {
        asked.push(String(input));
        return new Response('{}');
      },
      baseUrl: '',
      publicKey: 'pk_test_no3ds',
    });
    await request(CALL);
    expect(asked).toEqual(['/checkout/tokens']);
  });
});

describe('what fails', () => {
  const fields = [{ path: 'card.number', message: 'must be a valid card number' }];
  const refused = (code: string, details: unknown = []) => ({
    error: { code, message: 'said the service', details },
    requestId: 'req_1',
  });

  it.each([
    [400, 'INVALID_DATA', 'merchant', false],
    [400, 'REJECTED_BY_RISK', 'customer', false],
    [401, 'UNAUTHORIZED', 'merchant', false],
    [403, 'KYC_NOT_APPROVED', 'merchant', false],
    [403, 'COMPANY_BLOCKED', 'merchant', false],
    [403, 'METHOD_NOT_ENABLED', 'merchant', false],
    [413, 'PAYLOAD_TOO_LARGE', 'merchant', false],
    [429, 'RATE_LIMITED', 'network', true],
    [502, 'PROVIDER_ERROR', 'provider', true],
    [503, 'UNAVAILABLE', 'network', true],
  ])('with %i %s keeps the code of the service', async (status, code, type, retryable) => {
    const { request } = serviceThat(json(status, refused(code)));
    expect(await failure(request(CALL))).toMatchObject({
      name: 'CheckoutError',
      code,
      type,
      retryable,
      message: 'said the service',
      details: { phase: 'token', status, requestId: 'req_1', fields: [] },
    });
  });

  it('with a code that is not known here is UNKNOWN_ANSWER, and tells the code', async () => {
    const { request } = serviceThat(json(418, refused('SOMETHING_NEW', fields)));
    expect(await failure(request(CALL))).toMatchObject({
      code: 'UNKNOWN_ANSWER',
      type: 'merchant',
      retryable: false,
      message: 'said the service',
      details: {
        phase: 'token',
        status: 418,
        requestId: 'req_1',
        apiCode: 'SOMETHING_NEW',
        fields,
      },
    });
  });

  it.each(['toString', '__proto__', 'constructor', ''])(
    'with the code %j, which an object has by itself, is UNKNOWN_ANSWER',
    async (code) => {
      const { request } = serviceThat(json(400, refused(code)));
      expect(await failure(request(CALL))).toMatchObject({
        code: 'UNKNOWN_ANSWER',
        details: { apiCode: code },
      });
    },
  );

  it('with a refused field names it, and whom to ask about it', async () => {
    const { request } = serviceThat(json(400, refused('INVALID_DATA', fields)));
    const { details } = await failure(request(CALL));
    expect(details).toEqual({ phase: 'token', status: 400, requestId: 'req_1', fields });
  });

  it.each([
    ['null', null],
    ['an empty object', {}],
    ['a list', []],
    ['a text', 'no'],
    ['an error that is a text', { error: 'no' }],
    ['an error without a code', { error: { message: 'no' } }],
    ['a code that is a number', { error: { code: 7 } }],
  ])('with an answer that is %s is UNAVAILABLE', async (_what, body) => {
    const { request } = serviceThat(json(500, body));
    const error = await failure(request(CALL));
    expect(error.code).toBe('UNAVAILABLE');
    expect(error.details).toEqual({ phase: 'token', status: 500 });
  });

  it.each([
    ['nobody is there', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['a good answer is no JSON', () => new Response('<html>hello</html>')],
    ['an answer ends half way', () => new Response('{"token":', { status: 201 })],
    ['an answer is empty', () => new Response('', { status: 200 })],
  ])('where %s is NETWORK', async (_what, answer) => {
    const { request } = serviceThat(answer);
    expect(await failure(request(CALL))).toMatchObject({
      code: 'NETWORK',
      retryable: true,
      details: { phase: 'token' },
    });
  });

  it('where fetch itself throws is NETWORK', async () => {
    const request = createCheckoutRequest({
      fetch: () => {
        throw new TypeError('replaced by the page');
      },
      baseUrl: '',
      publicKey: 'pk_test_no3ds',
    });
    expect((await failure(request(CALL))).code).toBe('NETWORK');
  });

  it('after its deadline is TIMEOUT, and not a moment before', async () => {
    const { request, sent } = serviceThat(silent);
    const told = vi.fn();
    const failed = failure(request(CALL)).then((error) => {
      told();
      return error;
    });
    await vi.advanceTimersByTimeAsync(999);
    expect(told).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(await failed).toMatchObject({ code: 'TIMEOUT', details: { phase: 'token' } });
    expect(sent[0]!.init.signal?.aborted).toBe(true);
  });

  it('at its deadline also where the headers came and the body did not', async () => {
    const { request } = serviceThat(async (init) => {
      const response = new Response();
      response.json = () => silent(init);
      return response;
    });
    const failed = failure(request(CALL));
    await vi.advanceTimersByTimeAsync(1_000);
    expect((await failed).code).toBe('TIMEOUT');
  });

  it('when aborted on the way is ABORTED, and ends the request', async () => {
    const { request, sent } = serviceThat(silent);
    const controller = new AbortController();
    const failed = failure(request({ ...CALL, signal: controller.signal }));
    controller.abort();
    expect(await failed).toMatchObject({ code: 'ABORTED', details: { phase: 'token' } });
    expect(sent[0]!.init.signal?.aborted).toBe(true);
  });

  it('when aborted before it began is ABORTED', async () => {
    const { request } = serviceThat(silent);
    expect((await failure(request({ ...CALL, signal: AbortSignal.abort() }))).code).toBe('ABORTED');
  });

  it('where something in the way answers an error page is a refusal with its status', async () => {
    const { request } = serviceThat(() => new Response('<html>bad</html>', { status: 502 }));
    expect(await failure(request(CALL))).toMatchObject({
      code: 'UNAVAILABLE',
      retryable: true,
      details: { phase: 'token', status: 502 },
    });
  });

  it.each([
    ['nobody is there', () => Promise.reject(new TypeError(`${CARD.number}`))],
    ['no JSON comes', () => new Response(JSON.stringify(CARD).slice(1))],
    ['it is refused', json(400, refused('INVALID_DATA', fields))],
  ])('tells nothing of the card where %s', async (_what, answer) => {
    const { request } = serviceThat(answer);
    const error = await failure(request(CALL));
    const told = [error.message, error.stack, error.cause, JSON.stringify(error.details)].join();
    expect(told).not.toMatch(/411111|937|Ana/);
  });
});

it('leaves no listener on the signal of the caller, whatever became of the call', async () => {
  const { signal } = new AbortController();
  let listening = 0;
  const [add, remove] = [signal.addEventListener, signal.removeEventListener];
  signal.addEventListener = (...given: Parameters<typeof add>) => {
    listening += 1;
    add.apply(signal, given);
  };
  signal.removeEventListener = (...given: Parameters<typeof remove>) => {
    listening -= 1;
    remove.apply(signal, given);
  };
  await serviceThat(json(200, {})).request({ ...CALL, signal });
  await failure(serviceThat(json(400, null)).request({ ...CALL, signal }));
  const late = failure(serviceThat(silent).request({ ...CALL, signal }));
  expect(listening).toBe(1);
  await vi.advanceTimersByTimeAsync(1_000);
  await late;
  expect(listening).toBe(0);
});
