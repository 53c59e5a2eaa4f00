import { createHmac, randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { PlannedAnswer } from './fake-payment-service.ts';
import { startFakePaymentService } from './fake-payment-service.ts';
import type { RunningShop } from './shop-server.ts';
import { startShop } from './shop-server.ts';

type Fake = Awaited<ReturnType<typeof startFakePaymentService>>;
type Json = { [name: string]: unknown };

let fake: Fake;
let shop: RunningShop;
let warnings: string[];
let secrets: { [account: string]: string };

beforeEach(async () => {
  warnings = [];
  secrets = {};
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
    ]),
    fetch: globalThis.fetch,
    webhookSecrets: { secretFor: async (account) => secrets[account] ?? null },
    now: () => new Date('2030-01-02T03:04:05.000Z'),
    randomBytes,
    warn: (line) => warnings.push(line),
  });
});

afterEach(async () => {
  await shop.stop();
  await fake.stop();
});

function validOrder() {
  return {
    account: 'no3ds',
    items: [{ sku: 'cafe-ipe-250', quantity: 2 }],
    customer: {
      name: 'Marina Alves Souza',
      document: '52998224725',
      email: 'marina@example.com',
      phone: '5511987654321',
      address: {
        street: 'Avenida Paulista',
        number: '1578',
        zipCode: '01310200',
        city: 'São Paulo',
        state: 'SP',
        neighborhood: 'Bela Vista',
      },
    },
  };
}

function validPayment() {
  return {
    payinCard: { token: 'tok_1', installments: 1 },
    antifraud: { skipped: true, sessionId: null as string | null },
  };
}

function payin(status: string, more: Json = {}): PlannedAnswer {
  return {
    status: 201,
    body: JSON.stringify({ id: 'pay_1', status, externalId: null, ...more }),
  };
}

function refusal(status: number, code: string): PlannedAnswer {
  return {
    status,
    body: JSON.stringify({ error: { code, message: 'no', details: [] }, requestId: 'r1' }),
  };
}

async function post(path: string, body: unknown, headers: Record<string, string> = {}) {
  const response = await fetch(`${shop.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: shop.url, ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  const text = await response.text();
  return { status: response.status, text, json: JSON.parse(text) };
}

async function get(path: string) {
  const response = await fetch(`${shop.url}${path}`);
  return { status: response.status, headers: response.headers, text: await response.text() };
}

async function openOrder(body: unknown = validOrder()): Promise<string> {
  const { status, json } = await post('/api/orders', body);
  expect(status).toBe(201);
  return json.referenceId;
}

describe('prices', () => {
  it('computes the amount from the shop list and ignores what the browser believes', async () => {
    const order = {
      ...validOrder(),
      amount: 1,
      items: [
        { sku: 'cafe-ipe-250', quantity: 2, unitPrice: 1 },
        { sku: 'caneca-serra', quantity: 1, price: 1 },
      ],
    };
    const { json } = await post('/api/orders', order);
    expect(json.amount).toBe(2 * 4290 + 6800);
    fake.answer(payin('APPROVED'));
    await post(`/api/orders/${json.referenceId}/pay`, validPayment());
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
    const { status, json } = await post('/api/orders', { ...validOrder(), items });
    expect(status).toBe(400);
    expect(json.error.details[0].path).toBe('items');
  });

  it('publishes the same prices it charges', async () => {
    const { text } = await get('/api/shop-config?account=no3ds');
    const config = JSON.parse(text);
    expect(config.products[0]).toMatchObject({ sku: 'cafe-ipe-250', price: 4290 });
    expect(config).toMatchObject({ publicKey: 'pk_test_no3ds', apiBaseUrl: fake.url });
  });
});

describe('paying', () => {
  it('charges with the key pair, the order and the address of the connection', async () => {
    const referenceId = await openOrder();
    fake.answer(payin('APPROVED'));
    await post(`/api/orders/${referenceId}/pay`, {
      ...validPayment(),
      antifraud: { skipped: false, sessionId: 'afs_1' },
    });
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

  it('passes the payin through with every field, also those it does not know', async () => {
    const referenceId = await openOrder();
    const answer = payin('PENDING_3DS', {
      threeDSecurePending: true,
      threeDSecureAction: { type: 'THREEDS_CHALLENGE', session_id: 's', expires_at: 'later' },
    });
    fake.answer(answer);
    const { status, text } = await post(`/api/orders/${referenceId}/pay`, validPayment());
    expect(status).toBe(201);
    expect(text).toBe(answer.body);
  });

  it('charges once when the buyer clicks twice while the first is under way', async () => {
    const referenceId = await openOrder();
    let release = () => {};
    const hold = new Promise<void>((resolve) => {
      release = resolve;
    });
    fake.answer({ ...payin('APPROVED'), hold });
    const clicks = [1, 2, 3].map(() => post(`/api/orders/${referenceId}/pay`, validPayment()));
    release();
    const answers = await Promise.all(clicks);
    expect(fake.calls).toHaveLength(1);
    expect(new Set(answers.map((answer) => answer.text)).size).toBe(1);
  });

  it('answers a later repeat with the first answer, whatever card comes with it', async () => {
    const referenceId = await openOrder();
    fake.answer(payin('APPROVED'));
    const first = await post(`/api/orders/${referenceId}/pay`, validPayment());
    const other = { ...validPayment(), payinCard: { token: 'tok_2', installments: 3 } };
    const second = await post(`/api/orders/${referenceId}/pay`, other);
    expect(second.text).toBe(first.text);
    expect(fake.calls).toHaveLength(1);
  });

  it.each([
    [400, 'PAYER_LIMIT_REJECTED'],
    [400, 'INVALID_CVV'],
    [400, 'REJECTED_BY_RISK'],
    [422, 'INVALID_DATA'],
    [409, 'DUPLICATE_REFERENCE'],
  ])('passes a refusal %i %s through and closes the order', async (status, code) => {
    const referenceId = await openOrder();
    const planned = refusal(status, code);
    fake.answer(planned);
    const first = await post(`/api/orders/${referenceId}/pay`, validPayment());
    const again = await post(`/api/orders/${referenceId}/pay`, validPayment());
    expect(first).toMatchObject({ status, text: planned.body });
    expect(again).toMatchObject({ status, text: planned.body });
    expect(fake.calls).toHaveLength(1);
  });

  it.each([
    [401, 'UNAUTHORIZED'],
    [403, 'KYC_NOT_APPROVED'],
    [409, 'IN_PROGRESS'],
    [429, 'RATE_LIMITED'],
    [502, 'PROVIDER_ERROR'],
    [503, 'UNAVAILABLE'],
  ])('passes %i %s through and leaves the order payable', async (status, code) => {
    const referenceId = await openOrder();
    fake.answer(refusal(status, code), payin('APPROVED'));
    const first = await post(`/api/orders/${referenceId}/pay`, validPayment());
    const again = await post(`/api/orders/${referenceId}/pay`, validPayment());
    expect(first.status).toBe(status);
    expect(again.json.status).toBe('APPROVED');
    expect(fake.calls.map((call) => call.body)).toEqual([fake.calls[0]?.body, fake.calls[0]?.body]);
  });

  it('says that the service did not answer when the line is dead, and can be tried again', async () => {
    const referenceId = await openOrder();
    const dead = await post(`/api/orders/${referenceId}/pay`, validPayment());
    expect(dead.status).toBe(502);
    expect(dead.json.error.code).toBe('PAYMENT_SERVICE_UNREACHABLE');
    fake.answer(payin('APPROVED'));
    const again = await post(`/api/orders/${referenceId}/pay`, validPayment());
    expect(again.json.status).toBe('APPROVED');
  });

  it('does not take an answer that is not JSON for a payment', async () => {
    const referenceId = await openOrder();
    fake.answer({ status: 201, body: '<html>' });
    const { status, json } = await post(`/api/orders/${referenceId}/pay`, validPayment());
    expect([status, json.error.code]).toEqual([502, 'PAYMENT_SERVICE_UNREACHABLE']);
  });

  it('refuses an order it does not know', async () => {
    const { status } = await post('/api/orders/ipe-none/pay', validPayment());
    expect(status).toBe(404);
    expect(fake.calls).toHaveLength(0);
  });
});

describe('following an order', () => {
  it('asks the service again while the payin is pending, then no more', async () => {
    const referenceId = await openOrder();
    fake.answer(payin('PENDING'), { ...payin('APPROVED'), status: 200 });
    await post(`/api/orders/${referenceId}/pay`, validPayment());
    const first = JSON.parse((await get(`/api/orders/${referenceId}`)).text);
    const second = JSON.parse((await get(`/api/orders/${referenceId}`)).text);
    expect(first).toMatchObject({ status: 'APPROVED', payinId: 'pay_1' });
    expect(second).toEqual(first);
    expect(fake.calls.map((call) => call.path)).toEqual(['/payin', '/payin/pay_1']);
  });

  it('shows no customer data', async () => {
    const { text } = await get(`/api/orders/${await openOrder()}`);
    expect(JSON.parse(text)).toMatchObject({ status: 'OPEN', payinId: null });
    for (const secret of ['Marina', '52998224725', 'example.com']) {
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
    ['an unknown account', spoil((order) => Object.assign(order, { account: 'root' })), 'account'],
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
    const { status, json } = await post('/api/orders', body);
    expect([status, json.error.code]).toEqual([400, 'INVALID_ORDER']);
    expect(json.error.details.map((detail: { path: string }) => detail.path)).toContain(path);
  });

  it.each<[string, unknown]>([
    ['no token', { ...validPayment(), payinCard: { installments: 1 } }],
    ['13 installments', { ...validPayment(), payinCard: { token: 't', installments: 13 } }],
    [
      'a raw card',
      { ...validPayment(), payinCard: { token: 't', installments: 1, number: '4111111111111111' } },
    ],
    ['no antifraud answer', { payinCard: { token: 't', installments: 1 } }],
  ])('refuses to pay with %s and repeats no value', async (_name, body) => {
    const { status, text } = await post(`/api/orders/${await openOrder()}/pay`, body);
    expect(status).toBe(400);
    expect(text).not.toContain('4111');
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
    const { status } = await post('/api/orders', body, headers);
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

it('lets no secret key out, whatever is asked', async () => {
  const referenceId = await openOrder();
  fake.answer(refusal(401, 'UNAUTHORIZED'), refusal(400, 'INVALID_CVV'));
  const answers = [
    await get('/'),
    await get('/api/shop-config'),
    await get('/api/playground?account=no3ds'),
    await post('/api/playground/payins', {}),
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
  const event = (news: Json, secret = 'whsec_test') => {
    const body = JSON.stringify(news);
    const t = Date.parse('2030-01-02T03:04:05.000Z') / 1000;
    const mark = createHmac('sha256', secret).update(`${t}.${body}`).digest('hex');
    const headers = { 'x-webhook-id': 'evt_1', 'x-webhook-signature': `t=${t},v1=${mark}` };
    return fetch(`${shop.url}/webhooks?account=no3ds`, { method: 'POST', headers, body });
  };
  const pendingOrder = async () => {
    const referenceId = await openOrder();
    fake.answer(payin('PENDING'));
    await post(`/api/orders/${referenceId}/pay`, validPayment());
    return referenceId;
  };
  const statusOf = async (referenceId: string) =>
    JSON.parse((await get(`/api/orders/${referenceId}`)).text).status;

  it('asks to be told at an address of its own, once it can verify what it is told', async () => {
    secrets = { no3ds: 'whsec_test' };
    await pendingOrder();
    const { port } = new URL(shop.url);
    expect(fake.calls[0]?.body).toMatchObject({
      webhookUrl: `http://127.0.0.1:${port}/webhooks?account=no3ds`,
    });
  });

  it('changes the order by a signed event, without asking the service', async () => {
    secrets = { no3ds: 'whsec_test' };
    const referenceId = await pendingOrder();
    const answer = await event({ id: 'pay_1', status: 'APPROVED', referenceId });
    expect(answer.status).toBe(200);
    expect(await statusOf(referenceId)).toBe('APPROVED');
    expect(fake.calls).toHaveLength(1);
  });

  it.each([
    ['signed with another secret', { id: 'pay_1', status: 'APPROVED' }, 'whsec_other', 400],
    ['of another payin', { id: 'pay_2', status: 'APPROVED' }, 'whsec_test', 200],
  ])('leaves the order as it is at an event %s', async (_name, news, secret, status) => {
    secrets = { no3ds: 'whsec_test' };
    const referenceId = await pendingOrder();
    expect((await event({ ...news, referenceId }, secret)).status).toBe(status);
    fake.answer(payin('PENDING'));
    expect(await statusOf(referenceId)).toBe('PENDING');
  });

  it('refuses an account it does not know', async () => {
    const answer = await fetch(`${shop.url}/webhooks?account=__proto__`, { method: 'POST' });
    expect(answer.status).toBe(404);
  });
});
