import { createServer } from 'node:http';
import { text as textOf } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Order } from './index.ts';
import { CheckoutServerError, createCheckoutServer } from './index.ts';

const SECRET = 'sk_test_kept_to_ourselves';
const ORDER: Order = {
  referenceId: 'order-1',
  prices: { CREDIT_CARD: 15_990, PIX: 14_391 },
  isPhysicalProduct: true,
  customer: {
    name: 'Ana Souza',
    document: '52998224725',
    email: 'ana@example.com',
    phone: '5511987654321',
  },
  items: [{ title: 'Café', quantity: 1, unitPrice: 15_990 }],
  returnUrl: 'https://shop.test/back',
};
const PAYER_IP = '203.0.113.7';
const CARD = { token: 'tok_1', installments: 1 };

type Planned = { status: number; body: unknown; headers?: { [name: string]: string } } | 'dead';
type Call = { target: string; key: string | undefined; authorization: string; body: unknown };
const calls: Call[] = [];
const plan: Planned[] = [];
const waits: number[] = [];

const service = createServer(async (request, response) => {
  const text = await textOf(request);
  calls.push({
    target: `${request.method} ${request.url}`,
    key: request.headers['idempotency-key']?.toString(),
    authorization: request.headers.authorization ?? '',
    body: text === '' ? null : JSON.parse(text),
  });
  const answer = plan.shift();
  if (answer === undefined || answer === 'dead') {
    request.socket.destroy();
    return;
  }
  const { status, body, headers } = answer;
  const written = typeof body === 'string' ? body : JSON.stringify(body);
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(written);
});
let baseUrl = '';

beforeAll(async () => {
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  const address = service.address();
  baseUrl = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
});
afterAll(() => {
  service.close();
  service.closeAllConnections();
});
beforeEach(() => {
  for (const list of [calls, plan, waits]) list.length = 0;
});

/** Its waits pass at once; a deadline of an attempt never comes. */
function client() {
  return createCheckoutServer({
    publicKey: 'pk_test_a',
    secretKey: SECRET,
    apiBaseUrl: `${baseUrl}/`,
    timers: {
      set(callback, delayMs) {
        if (delayMs === 30_000) return;
        waits.push(delayMs);
        queueMicrotask(callback);
      },
      clear() {},
    },
  });
}

function refusal(status: number, code: string, headers = {}): Planned {
  return { status, body: { error: { code, message: 'no', details: [] } }, headers };
}
const CREATED: Planned = { status: 201, body: { id: 'pay_1', status: 'APPROVED' } };
function pay(chosen: unknown) {
  return client().pay({ order: ORDER, chosen, payerIp: PAYER_IP });
}

describe('pay', () => {
  it('charges the price of the method, and lets nothing else of the page through', async () => {
    plan.push(CREATED);
    const antifraud = { sessionId: 'afs_1' };
    const sent = { paymentMethod: 'CREDIT_CARD', card: CARD, antifraud, bankId: 'b', amount: 1 };
    const customer = { name: 'Somebody Else' };
    const answer = await pay({ ...sent, customer, referenceId: 'order-2', webhookUrl: 'x' });
    expect(answer).toEqual({ status: 201, body: { id: 'pay_1', status: 'APPROVED' }, headers: {} });
    const { referenceId, isPhysicalProduct, items } = ORDER;
    expect(calls).toMatchObject([{ target: 'POST /payin' }]);
    expect(calls[0]?.body).toEqual({
      ...{ paymentMethod: 'CREDIT_CARD', amount: 15_990, referenceId, isPhysicalProduct },
      ...{ payerIp: PAYER_IP, customer: ORDER.customer, items, card: CARD, antifraud },
    });
  });

  it('puts the installments that were chosen into the card, and takes no number or CVV of it', async () => {
    plan.push(CREATED);
    const card = { token: 'tok_1', number: '4111111111111111', cvv: '737', holderName: 'Ana' };
    await pay({ paymentMethod: 'CREDIT_CARD', card, installments: 3 });
    expect(Object(calls[0]?.body).card).toEqual({ token: 'tok_1', installments: 3 });
  });

  it.each([
    ['has no price', { paymentMethod: 'BOLETO' }],
    ['is unknown', { paymentMethod: 'toString' }],
    ['is missing', null],
  ])('asks nobody where the method %s', async (_how, chosen) => {
    expect(await pay(chosen)).toMatchObject({
      status: 400,
      body: { error: { code: 'INVALID_DATA', details: [{ path: 'paymentMethod' }] } },
    });
    expect(calls).toEqual([]);
  });

  it.each([
    [400, 'PROVIDER_REJECTED'],
    [402, 'CARD_DECLINED'],
    [409, 'DUPLICATE_REFERENCE'],
    [502, 'PROVIDER_ERROR'],
  ])('passes a refusal on as it is, asked once: %i %s', async (status, code) => {
    plan.push(refusal(status, code, { 'retry-after': '7' }));
    expect(await pay({ paymentMethod: 'PIX' })).toMatchObject({
      status,
      body: { error: { code } },
      headers: { 'retry-after': '7' },
    });
    expect(calls).toHaveLength(1);
  });

  it.each<[string, Planned]>([
    ['no answer', 'dead'],
    ['no JSON', { status: 200, body: '<html>' }],
    ['408', refusal(408, 'TIMEOUT')],
    ['425', refusal(425, 'TOO_EARLY')],
    ['429', refusal(429, 'RATE_LIMITED')],
    ['500', refusal(500, 'INTERNAL')],
    ['503', refusal(503, 'UNAVAILABLE')],
    ['409 of a call that is running', refusal(409, 'IN_PROGRESS')],
  ])('repeats the same call, under the same key, after %s', async (_what, unknown) => {
    plan.push(unknown, unknown, CREATED);
    expect(await pay({ paymentMethod: 'PIX' })).toMatchObject({ status: 201 });
    expect(waits).toEqual([1_000, 3_000]);
    expect(calls).toHaveLength(3);
    expect(new Set(calls.map((call) => JSON.stringify(call))).size).toBe(1);
  });

  it('has a new key for each call, made of nothing that is in the order', async () => {
    plan.push(CREATED, CREATED);
    await pay({ paymentMethod: 'PIX' });
    await pay({ paymentMethod: 'PIX' });
    const [first, second] = calls.map(({ key }) => key);
    expect(first).toMatch(/^[0-9a-f-]{36}$/);
    expect(second).not.toBe(first);
  });

  it('tells the page 504 where no answer comes at all, after three repeats', async () => {
    expect(await pay({ paymentMethod: 'PIX' })).toMatchObject({ status: 504 });
    expect(waits).toEqual([1_000, 3_000, 8_000]);
    expect(calls).toHaveLength(4);
  });

  it('waits as long as it is told to, and passes on an answer that asks for more than 30 s', async () => {
    plan.push(refusal(503, 'UNAVAILABLE', { 'retry-after': '5' }));
    const late = refusal(502, 'TEMPORARY_UNAVAILABLE', { 'retry-after': '300' });
    plan.push(late);
    expect(await pay({ paymentMethod: 'PIX' })).toMatchObject({
      status: 502,
      headers: { 'retry-after': '300' },
    });
    expect(waits).toEqual([5_000]);
  });
});

describe('the other calls', () => {
  it.each<[string, (of: ReturnType<typeof client>) => Promise<unknown>]>([
    ['POST /payin', ({ payins }) => payins.create({ ...ORDER, ...FURTHER })],
    ['GET /payin/pay_1%2F', ({ payins }) => payins.get('pay_1/')],
    ['GET /payin?limit=2&status=APPROVED', ({ payins }) => payins.list(TWO)],
    ['POST /payin/pay_1/cancel', ({ payins }) => payins.cancel('pay_1')],
    ['POST /payin/pay_1/refund', ({ payins }) => payins.refund('pay_1', { referenceId: 'r' })],
    ['POST /payout', ({ payouts }) => payouts.create(PAYOUT)],
    ['GET /payout/po_1', ({ payouts }) => payouts.get('po_1')],
    ['GET /payout?page=2', ({ payouts }) => payouts.list({ page: 2 })],
    ['GET /balance', ({ balance }) => balance()],
    ['GET /balance/statement?cursor=1-1', ({ statement }) => statement({ cursor: '1-1' })],
    ['GET /payin/open-finance/banks', ({ banks }) => banks()],
    ['GET /whoami', ({ whoami }) => whoami()],
  ])('%s goes with the key pair, and a key where it makes something', async (target, ask) => {
    plan.push({ status: 200, body: { banks: [] } });
    await ask(client());
    const pair = Buffer.from(`pk_test_a:${SECRET}`).toString('base64');
    expect(calls).toMatchObject([{ target, authorization: `Basic ${pair}` }]);
    expect(calls[0]?.key !== undefined).toBe(target.startsWith('POST'));
  });

  it('reject by code, with the answer and without the secret', async () => {
    plan.push(refusal(422, 'LIMIT_EXCEEDED', { 'retry-after': '60' }));
    const error = await client()
      .payouts.create(PAYOUT)
      .catch((thrown) => thrown);
    expect(error).toBeInstanceOf(CheckoutServerError);
    expect(error).toMatchObject({
      ...{ code: 'LIMIT_EXCEEDED', status: 422, retryAfterSeconds: 60 },
      body: { error: { code: 'LIMIT_EXCEEDED' } },
    });
  });

  it('name neither secret nor address where the fetch of a runtime throws with both', async () => {
    const fetch = (url: unknown, init: unknown) =>
      Promise.reject(Error(JSON.stringify([url, init])));
    const quiet = {
      set: (callback: () => void, ms: number) => ms < 30_000 && callback(),
      clear() {},
    };
    const keys = { publicKey: 'pk_test_a', secretKey: SECRET, apiBaseUrl: baseUrl };
    const checkout = createCheckoutServer({ ...keys, fetch, timers: quiet });
    const error = await checkout.whoami().catch((thrown) => thrown);
    expect(error).toMatchObject({ code: 'NO_ANSWER', status: null, retryAfterSeconds: null });
    const told = [error.message, error.stack, JSON.stringify(error), String(error.cause)].join();
    expect(told).not.toContain(SECRET);
    expect(told).not.toContain(Buffer.from(`pk_test_a:${SECRET}`).toString('base64'));
  });
});

const FURTHER = { paymentMethod: 'PIX', amount: 14_391, payerIp: PAYER_IP } as const;
const TWO = { limit: 2, status: 'APPROVED' } as const;
const PAYOUT = {
  amount: 5_000,
  pixKey: 'a@b.test',
  pixKeyType: 'EMAIL',
  referenceId: 'po-1',
} as const;
