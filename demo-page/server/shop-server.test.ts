import { randomBytes } from 'node:crypto';
import { subscribe } from 'node:diagnostics_channel';
import { connect } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { PlannedAnswer } from './fake-payment-service.cases.ts';
import { CUSTOMER, startFakePaymentService } from './fake-payment-service.cases.ts';
import type { RunningShop } from './shop-server.ts';
import { startShop } from './shop-server.ts';

type Fake = Awaited<ReturnType<typeof startFakePaymentService>>;
type Json = { [name: string]: unknown };

let fake: Fake;
let shop: RunningShop;
let warnings: string[];
let secrets: { [account: string]: string };
/** The cookie of the buyer who ordered last. */
let session: string;

beforeEach(async () => {
  warnings = [];
  secrets = {};
  session = '';
  fake = await startFakePaymentService();
  shop = await startShop({
    settings: {
      port: 0,
      host: '127.0.0.1',
      baseUrl: fake.url,
      checkoutUrl: 'https://frame.test',
      bankUrl: 'https://bank.test',
    },
    files: new Map([
      [
        '/',
        { type: 'text/html; charset=utf-8', body: Buffer.from('<h1>Loja</h1>'), immutable: false },
      ],
      ['/assets/a-1.js', { type: 'text/javascript', body: Buffer.from('1'), immutable: true }],
      [
        '/assets/large-1.js',
        { type: 'text/javascript', body: Buffer.alloc(2 ** 25), immutable: true },
      ],
    ]),
    payments: fake.payments,
    webhookSecrets: { secretFor: async (account) => secrets[account] ?? null },
    now: () => new Date('2030-01-02T03:04:05.000Z'),
    randomBytes,
    warn: (line) => warnings.push(line),
    unreadMs: 50,
  });
});

afterEach(async () => {
  await shop.stop();
  await fake.stop();
});

function validOrder() {
  return { items: [{ sku: 'cafe-ipe-250', quantity: 2 }], customer: structuredClone(CUSTOMER) };
}

function validPayment() {
  return { paymentMethod: 'CREDIT_CARD', card: { token: 'tok_1', installments: 1 } };
}

function payin(status: string, more: Json = {}): PlannedAnswer {
  return { status: 201, body: JSON.stringify({ id: 'pay_1', status, externalId: null, ...more }) };
}

function refusal(status: number, code: string): PlannedAnswer {
  return {
    status,
    body: JSON.stringify({ error: { code, message: 'no', details: [] }, requestId: 'r1' }),
  };
}

const ORDERS = '/api/orders?account=no3ds';

function post(path: string, body: unknown, headers: Record<string, string> = {}) {
  return send('POST', path, body, headers);
}

async function send(method: string, path: string, body: unknown, headers = {}) {
  const response = await fetch(`${shop.url}${path}`, {
    method,
    headers: { 'content-type': 'application/json', origin: shop.url, cookie: session, ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  const setCookie = response.headers.get('set-cookie');
  session = setCookie?.split(';')[0] ?? session;
  const text = await response.text();
  return { status: response.status, setCookie, text, json: JSON.parse(text) };
}

async function get(path: string) {
  const response = await fetch(`${shop.url}${path}`, { headers: { cookie: session } });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

/** Orders, and says who does. */
async function openOrder(): Promise<string> {
  const { items, customer } = validOrder();
  const { status, json } = await post(ORDERS, { items });
  expect(status).toBe(201);
  expect(await send('PUT', `/api/orders/${json.referenceId}`, { items, customer })).toMatchObject({
    status: 200,
    json,
  });
  return json.referenceId;
}

describe('prices', () => {
  it('computes the amount from the shop list and ignores what the browser believes', async () => {
    const referenceId = await openOrder();
    const items = [
      { sku: 'cafe-ipe-250', quantity: 2, unitPrice: 1 },
      { sku: 'caneca-serra', quantity: 1, price: 1 },
    ];
    const content = { ...validOrder(), amount: 1, items };
    const { json } = await send('PUT', `/api/orders/${referenceId}`, content);
    expect(json.amount).toBe(2 * 4290 + 6800);
    fake.answer(payin('APPROVED'));
    await post(`/api/orders/${referenceId}/pay`, { ...validPayment(), amount: 1 });
    expect(fake.calls[0]?.body).toMatchObject({
      amount: 2 * 4290 + 6800,
      items: [
        { title: 'Café Ipê Amarelo', quantity: 2, unitPrice: 4290 },
        { title: 'Caneca Serra', quantity: 1, unitPrice: 6800 },
      ],
    });
  });

  it('adds up two lines of one product and bounds their sum', async () => {
    const items = [
      { sku: 'coador-pano', quantity: 5 },
      { sku: 'coador-pano', quantity: 5 },
    ];
    const { status, json } = await post(ORDERS, { items });
    expect(status).toBe(400);
    expect(json.error.details[0].path).toBe('items');
  });

  it('publishes the same prices it charges', async () => {
    const { text } = await get('/api/shop-config?account=no3ds');
    const config = JSON.parse(text);
    expect(config.products[0]).toMatchObject({ sku: 'cafe-ipe-250', price: 4290 });
    const addresses = { apiBaseUrl: fake.url, checkoutUrl: 'https://frame.test' };
    expect(config).toMatchObject({ publicKey: 'pk_test_no3ds', ...addresses });
  });
});

describe('paying', () => {
  it('charges with the key pair, the order and the address of the connection', async () => {
    const referenceId = await openOrder();
    fake.answer(payin('APPROVED'));
    const antifraud = { sessionId: 'afs_1' };
    const more = { referenceId: 'another', customer: {}, webhookUrl: 'https://evil.test' };
    await post(`/api/orders/${referenceId}/pay`, { ...validPayment(), antifraud, ...more });
    const call = fake.calls[0];
    expect(call?.headers.authorization).toBe(`Basic ${btoa('pk_test_no3ds:sk_test_no3ds')}`);
    expect(call?.headers.origin).toBeUndefined();
    expect(call?.headers.referer).toBeUndefined();
    expect(call?.body).toEqual({
      paymentMethod: 'CREDIT_CARD',
      amount: 8580,
      referenceId,
      isPhysicalProduct: true,
      payerIp: '127.0.0.1',
      customer: validOrder().customer,
      items: [{ title: 'Café Ipê Amarelo', quantity: 2, unitPrice: 4290 }],
      card: { token: 'tok_1', installments: 1 },
      antifraud: { sessionId: 'afs_1' },
    });
  });

  // What may have got lost the client asks three times more by itself.
  it.each([
    [400, 'INVALID_CVV', 1],
    [409, 'IN_PROGRESS', 4],
    [502, 'PROVIDER_ERROR', 1],
  ])('passes %i %s through and leaves the order payable', async (status, code, tries) => {
    const referenceId = await openOrder();
    const planned = refusal(status, code);
    fake.answer(...Array(tries).fill(planned), payin('APPROVED'));
    const first = await post(`/api/orders/${referenceId}/pay`, validPayment());
    const again = await post(`/api/orders/${referenceId}/pay`, validPayment());
    expect(first).toMatchObject({ status, text: planned.body });
    expect(again.json.status).toBe('APPROVED');
    expect(new Set(fake.calls.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  });

  it.each([
    ['a buyer it knows nothing of', 'open', 409, 'NO_CUSTOMER'],
    ['what is paid already', 'paid', 409, 'ORDER_PAID'],
  ])('changes and charges nothing of %s', async (_what, state, status, code) => {
    const { items, customer } = validOrder();
    const { json: order } = await post(ORDERS, { items });
    const path = `/api/orders/${order.referenceId}`;
    let answer = await post(`${path}/pay`, validPayment());
    if (state === 'paid') {
      await send('PUT', path, { items, customer });
      fake.answer(payin('APPROVED'));
      await post(`${path}/pay`, validPayment());
      answer = await send('PUT', path, { items, customer });
    }
    expect([answer.status, answer.json.error.code]).toEqual([status, code]);
    expect(fake.calls).toHaveLength(state === 'paid' ? 1 : 0);
  });
});

describe("somebody else's order", () => {
  it.each([
    ['', 'GET'],
    ['', 'PUT'],
    ['/pay', 'POST'],
    ['/simulate', 'POST'],
  ])('is not there: %s', async (path, method) => {
    const first = await openOrder();
    const owner = session;
    const ask = async (cookie: string) =>
      fetch(`${shop.url}/api/orders/${first}${path}`, {
        method,
        headers: { 'content-type': 'application/json', origin: shop.url, cookie },
        ...(method === 'GET' ? {} : { body: '{}' }),
      });
    session = '';
    await openOrder();
    expect(session).not.toBe(owner);
    for (const cookie of [session, 'comprador=', '']) {
      const answer = await ask(cookie);
      expect([answer.status, (await answer.json()).error.code]).toEqual([404, 'ORDER_NOT_FOUND']);
    }
    const own = await ask(owner);
    expect(own.status).not.toBe(404);
    await own.body?.cancel();
    expect(fake.calls).toEqual([]);
  });

  it('is told from the own by a cookie that no script reads and no other site sends', async () => {
    const { setCookie } = await post(ORDERS, validOrder());
    expect(setCookie).toMatch(
      /^comprador=[0-9a-f]{32}; Path=\/api\/orders; HttpOnly; SameSite=Lax$/,
    );
  });
});

describe('following an order', () => {
  it('shows no customer data', async () => {
    const { text } = await get(`/api/orders/${await openOrder()}`);
    expect(JSON.parse(text)).toMatchObject({ status: 'OPEN', payinId: null });
    for (const secret of ['Souza', '52998224725', 'example.com']) {
      expect(text).not.toContain(secret);
    }
  });
});

describe('refusals', () => {
  const spoil = (change: (order: Json & ReturnType<typeof validOrder>) => void) => {
    const order = validOrder();
    change(order);
    return order;
  };

  it.each<[string, unknown, string]>([
    ['an empty cart', spoil((order) => Object.assign(order, { items: [] })), 'items'],
    ['no cart', spoil((order) => Object.assign(order, { items: undefined })), 'items'],
    ['a quantity of zero', spoil((order) => (order.items[0]!.quantity = 0)), 'items.0.quantity'],
    ['a negative quantity', spoil((order) => (order.items[0]!.quantity = -1)), 'items.0.quantity'],
    ['half a unit', spoil((order) => (order.items[0]!.quantity = 0.5)), 'items.0.quantity'],
    ['an unknown product', spoil((order) => (order.items[0]!.sku = 'ouro')), 'items'],
    ['a nameless customer', spoil((order) => (order.customer.name = '  ')), 'customer.name'],
    ['no city', spoil((order) => (order.customer.address.city = '')), 'customer.address.city'],
    ['an array', [], ''],
    ['null', 'null', ''],
  ])('refuses %s and names the field', async (_name, body, path) => {
    const { status, json } = await send('PUT', `/api/orders/${await openOrder()}`, body);
    expect([status, json.error.code]).toEqual([400, 'INVALID_ORDER']);
    expect(json.error.details.map((detail: { path: string }) => detail.path)).toContain(path);
  });

  it('refuses a method that the order has no price for, and asks nobody', async () => {
    const { status } = await post(`/api/orders/${await openOrder()}/pay`, { card: { token: 't' } });
    expect(status).toBe(400);
    expect(fake.calls).toHaveLength(0);
  });

  it.each([
    ['another site', { origin: 'https://evil.example' }],
    ['the same host on another port', { origin: 'http://127.0.0.1:1' }],
    ['an opaque origin', { origin: 'null' }],
    ['an empty origin', { origin: '' }],
  ])('refuses a POST from %s before it reads the body', async (_name, headers) => {
    const { status, json } = await post('/api/orders', '{', headers);
    expect([status, json.error.code]).toEqual([403, 'FOREIGN_ORIGIN']);
    expect((await post('/api/tried-calls', '{', headers)).status).toBe(403);
  });

  it.each<[string, string, Record<string, string>, number]>([
    ['broken JSON', '{', {}, 400],
    ['an empty body', '', {}, 400],
    ['a form', 'a=b', { 'content-type': 'application/x-www-form-urlencoded' }, 415],
    ['a body past 16 KiB', JSON.stringify({ a: 'x'.repeat(20_000) }), {}, 413],
  ])('refuses %s', async (_name, body, headers, expected) => {
    const { status } = await post(ORDERS, body, headers);
    expect(status).toBe(expected);
  });

  it.each([
    ['/api/nothing', 404],
    ['/assets/../server/main.js', 404],
    ['/..%2f..%2fetc/passwd', 404],
    ['/api/orders/ipe-none', 404],
    ['/api/shop-config?account=root', 404],
    ['/api/orders', 405],
  ])('answers GET %s with %i', async (path, expected) => {
    expect((await get(path)).status).toBe(expected);
  });
});

describe('the page', () => {
  it('comes with the policy a merchant would set', async () => {
    const { headers } = await get('/?account=no3ds');
    const policy = headers.get('content-security-policy');
    expect(policy).toContain(`script-src 'self' ${fake.url};`);
    expect(policy).toContain('frame-src https://frame.test;');
    expect(policy).toContain("require-trusted-types-for 'script'; trusted-types checkout-sdk");
    expect(policy).not.toContain('unsafe');
    expect(headers.get('cache-control')).toBe('no-cache');
  });

  it('keeps hashed assets for ever and API answers not at all', async () => {
    expect((await get('/assets/a-1.js')).headers.get('cache-control')).toContain('immutable');
    expect((await get('/api/shop-config')).headers.get('cache-control')).toBe('no-store');
  });

  it('leads an address with a slash too many to the page, query and all', async () => {
    const asked = (path: string) => fetch(`${shop.url}${path}`, { redirect: 'manual' });
    const answer = await asked('/assets/a-1.js/?a=b');
    expect([answer.status, answer.headers.get('location')]).toEqual([308, '/assets/a-1.js?a=b']);
    expect((await asked('/nothing/')).status).toBe(404);
  });

  it('answers the health check', async () => {
    expect(await get('/healthz')).toMatchObject({ status: 200 });
  });
});

it('ends a connection whose caller does not read its answer', async () => {
  const ended = new Promise((resolve) =>
    subscribe('net.server.socket', (taken) => Object(taken).socket.once('close', resolve)),
  );
  const caller = connect(Number(new URL(shop.url).port), '127.0.0.1');
  caller.write('GET /assets/large-1.js HTTP/1.1\r\nHost: x\r\n\r\n');
  await ended;
  caller.destroy();
});

it('lets no secret key out, whatever is asked', async () => {
  const referenceId = await openOrder();
  fake.answer(refusal(401, 'UNAUTHORIZED'), refusal(400, 'INVALID_CVV'));
  const answers = [
    await get('/'),
    await get('/api/shop-config'),
    await get(`/api/orders/${referenceId}`),
    await get('/api/nothing'),
    await post(`/api/orders/${referenceId}/pay`, validPayment()),
    await post(`/api/orders/${referenceId}/pay`, validPayment()),
    await post('/api/orders', {}),
  ];
  for (const answer of answers) expect(answer.text).not.toMatch(/sk_(test|live)_|Basic /);
  expect(warnings).toEqual([]);
});

describe('webhooks', () => {
  // What an event says, and of which payin, is told beside the receiver and the book of orders.
  it('asks to be told at an address of its own, once it can verify what it is told', async () => {
    secrets = { no3ds: 'whsec_test' };
    const referenceId = await openOrder();
    fake.answer(payin('PENDING'));
    await post(`/api/orders/${referenceId}/pay`, validPayment());
    const { port } = new URL(shop.url);
    expect(fake.calls[0]?.body).toMatchObject({
      webhookUrl: `http://127.0.0.1:${port}/webhooks?account=no3ds`,
    });
  });

  it('refuses an account it does not know', async () => {
    const answer = await fetch(`${shop.url}/webhooks?account=__proto__`, { method: 'POST' });
    expect(answer.status).toBe(404);
  });
});
