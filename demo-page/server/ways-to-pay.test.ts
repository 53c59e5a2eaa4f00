import { createHmac, randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { PlannedAnswer } from './fake-payment-service.ts';
import { startFakePaymentService } from './fake-payment-service.ts';
import type { RunningShop } from './shop-server.ts';
import { startShop } from './shop-server.ts';

const NOW = new Date('2030-01-02T03:04:05.000Z');
const LINE = '00190500954014481606906809350314337370000000100';

let fake: Awaited<ReturnType<typeof startFakePaymentService>>;
let shop: RunningShop;

beforeEach(async () => {
  fake = await startFakePaymentService();
  shop = await startShop({
    settings: {
      port: 0,
      host: '127.0.0.1',
      baseUrl: fake.url,
      checkoutUrl: 'https://frame.test',
      bankUrl: 'https://bank.test',
    },
    files: new Map(),
    fetch: globalThis.fetch,
    webhookSecrets: { secretFor: async () => 'whsec_test' },
    now: () => NOW,
    randomBytes,
    warn: () => {},
  });
});

afterEach(async () => {
  await shop.stop();
  await fake.stop();
});

const ORDER = {
  account: 'no3ds',
  items: [{ sku: 'caneca-serra', quantity: 1 }],
  customer: {
    name: 'Ana',
    document: '52998224725',
    email: 'ana@example.com',
    phone: '5511987654321',
    address: { street: 'Rua A', number: '1', zipCode: '01310200', city: 'São Paulo', state: 'SP' },
  },
};

function payin(more: object = {}, status = 'PENDING'): PlannedAnswer {
  return {
    status: 201,
    body: JSON.stringify({ id: 'pay_1', status, ...more }),
  };
}

async function post(path: string, body: object) {
  const response = await fetch(shop.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: shop.url },
    body: JSON.stringify(body),
  });
  return { status: response.status, json: await response.json() };
}

async function order(choice: object, answer: PlannedAnswer): Promise<string> {
  const { json } = await post('/api/orders', ORDER);
  fake.answer(answer);
  expect((await post(`/api/orders/${json.referenceId}/pay`, choice)).status).toBe(201);
  return json.referenceId;
}

async function find(referenceId: string) {
  fake.answer(payin());
  return (await fetch(`${shop.url}/api/orders/${referenceId}`)).json();
}

function event(news: object) {
  const body = JSON.stringify(news);
  const t = NOW.getTime() / 1000;
  const mark = createHmac('sha256', 'whsec_test').update(`${t}.${body}`).digest('hex');
  const headers = { 'x-webhook-id': 'evt_1', 'x-webhook-signature': `t=${t},v1=${mark}` };
  return fetch(`${shop.url}/webhooks?account=no3ds`, { method: 'POST', headers, body });
}

describe('an order', () => {
  it.each([
    [
      { paymentMethod: 'PIX' },
      { pix: { qrcode: '000201BR', viewToken: 'pvt_1' } },
      { kind: 'pix', payin: { id: 'pay_1', paymentMethod: 'PIX', pix: { viewToken: 'pvt_1' } } },
    ],
    [
      { paymentMethod: 'BOLETO' },
      { boleto: { barcode: LINE, dueDate: '2026-11-30', url: 'https://pay.test/b.pdf' } },
      { kind: 'boleto', line: LINE, pixCode: null, url: 'https://pay.test/b.pdf' },
    ],
    [
      { paymentMethod: 'BOLETO' },
      {
        boleto: {
          barcode: LINE,
          dueDate: '2026-11-30',
          pixQrcode: '000201BR',
          url: 'https://pay.test/b.pdf',
        },
      },
      { kind: 'boleto', line: LINE, pixCode: '000201BR', url: 'https://pay.test/b.pdf' },
    ],
    [
      { paymentMethod: 'OPEN_FINANCE', bankId: 'ipe' },
      { openFinanceRedirectUrl: 'https://bank.test/consent' },
      { kind: 'open-finance', url: 'https://bank.test/consent' },
    ],
  ])(
    'by %j asks for no more than that, and keeps what is paid by',
    async (choice, given, instructions) => {
      const referenceId = await order(
        { ...choice, amount: 1, number: '4111111111111111' },
        payin(given),
      );
      expect(fake.calls[0]?.body).toMatchObject({ ...choice, amount: 6800, referenceId });
      expect(JSON.stringify(fake.calls[0]?.body)).not.toContain('41111111');
      expect(fake.calls[0]?.body).not.toHaveProperty('card');
      const { paymentMethod } = choice;
      expect(await find(referenceId)).toMatchObject({
        paymentMethod,
        status: 'PENDING',
        instructions,
      });
    },
  );

  it.each([
    ['javascript:alert(1)', 'openFinanceRedirectUrl'],
    ['no address', 'openFinanceRedirectUrl'],
  ])('believes no answer whose address is %s', async (url, field) => {
    const { json } = await post('/api/orders', ORDER);
    fake.answer(payin({ [field]: url }));
    await post(`/api/orders/${json.referenceId}/pay`, {
      paymentMethod: 'OPEN_FINANCE',
      bankId: 'ipe',
    });
    expect(await find(json.referenceId)).toMatchObject({ instructions: null });
  });

  it.each([
    [{ paymentMethod: 'CHEQUE' }, 'paymentMethod'],
    [{ paymentMethod: 'OPEN_FINANCE' }, 'bankId'],
    [{ paymentMethod: 'CREDIT_CARD' }, 'payinCard'],
  ])('is not paid by %j, which names the field', async (choice, path) => {
    const { json } = await post('/api/orders', ORDER);
    const refusal = await post(`/api/orders/${json.referenceId}/pay`, choice);
    expect(refusal.status).toBe(400);
    expect(refusal.json.error.details.map((detail: { path: string }) => detail.path)).toContain(
      path,
    );
    expect(fake.calls).toEqual([]);
  });
});

describe('the stream of an order', () => {
  /** Reads what is streamed, one event at a time. */
  async function open(referenceId: string) {
    const response = await fetch(`${shop.url}/api/orders/${referenceId}/events`);
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    const next = async (): Promise<{ status: string } | null> => {
      for (;;) {
        const found = /event: order\ndata: (.*)\n\n/.exec(text);
        if (found) {
          text = text.slice(found.index + found[0].length);
          return JSON.parse(found[1]!);
        }
        const { value, done } = await reader.read();
        if (done) return null;
        text += value;
      }
    };
    return { response, next, cancel: () => reader.cancel() };
  }

  it('begins with the order as it is, and goes on with what signed events say', async () => {
    const referenceId = await order(
      { paymentMethod: 'PIX' },
      payin({ pix: { viewToken: 'pvt_1' } }),
    );
    fake.answer(payin());
    const { response, next, cancel } = await open(referenceId);
    expect(response.headers.get('content-type')).toContain('text/event-stream');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await next()).toMatchObject({ status: 'PENDING' });
    await event({ id: 'pay_1', status: 'APPROVED', referenceId });
    expect(await next()).toMatchObject({ status: 'APPROVED' });
    await cancel();
  });

  it('tells what happened while nobody was connected', async () => {
    const referenceId = await order(
      { paymentMethod: 'PIX' },
      payin({ pix: { viewToken: 'pvt_1' } }),
    );
    fake.answer(payin({}, 'EXPIRED'));
    const { next, cancel } = await open(referenceId);
    expect(await next()).toMatchObject({ status: 'PENDING' });
    expect(await next()).toMatchObject({ status: 'EXPIRED' });
    await cancel();
  });

  it('ends when the shop stops, without holding it up', async () => {
    const referenceId = await order(
      { paymentMethod: 'PIX' },
      payin({ pix: { viewToken: 'pvt_1' } }),
    );
    fake.answer(payin());
    const { next } = await open(referenceId);
    await next();
    await shop.stop();
    expect(await next()).toBeNull();
  });

  it('is no answer to a request for headers alone', async () => {
    const referenceId = await order(
      { paymentMethod: 'PIX' },
      payin({ pix: { viewToken: 'pvt_1' } }),
    );
    const url = `${shop.url}/api/orders/${referenceId}/events`;
    const head = await fetch(url, { method: 'HEAD', signal: AbortSignal.timeout(2_000) });
    expect(head.status).toBe(405);
  });

  it('is not there for an order that is not', async () => {
    expect((await fetch(`${shop.url}/api/orders/ipe-none/events`)).status).toBe(404);
  });
});

describe('the banks', () => {
  const list = async (answer: PlannedAnswer) => {
    fake.answer(answer);
    const response = await fetch(`${shop.url}/api/banks?account=no3ds`);
    return { status: response.status, json: await response.json() };
  };

  it('are those of the account, with no more than the page needs', async () => {
    const banks = [
      { id: 'ipe', name: 'Banco Ipê', extra: 1 },
      { id: 'jatoba', name: 'Banco Jatobá', logo: 'https://bank.test/logo.svg' },
    ];
    const { json } = await list({ status: 200, body: JSON.stringify({ banks }) });
    expect(json.banks).toEqual([{ id: 'ipe', name: 'Banco Ipê' }, banks[1]]);
    expect(fake.calls[0]).toMatchObject({ method: 'GET', path: '/payin/open-finance/banks' });
  });

  it.each([
    ['a refusal', { status: 403, body: '{"error":{"code":"KYC_NOT_APPROVED"}}' }],
    [
      'a logo that is a script',
      { status: 200, body: '{"banks":[{"id":"a","name":"b","logo":"javascript:1"}]}' },
    ],
  ])('are none after %s', async (_name, answer) => {
    expect((await list(answer)).json).toEqual({ banks: [] });
  });
});

describe('a simulation', () => {
  it('is asked of the sandbox for the payin of the order, and tells nothing of it', async () => {
    const referenceId = await order(
      { paymentMethod: 'PIX' },
      payin({ pix: { viewToken: 'pvt_1' } }),
    );
    fake.answer(payin({ customer: { name: 'Ana' } }, 'APPROVED'));
    const { status, json } = await post(`/api/orders/${referenceId}/simulate`, {
      simulation: 'pay',
    });
    expect([status, json]).toEqual([200, { simulated: 'pay' }]);
    expect(fake.calls[1]).toMatchObject({ method: 'POST', path: '/sandbox/payins/pay_1/pay' });
    // Decided is what the webhook says, not what was simulated.
    expect(await find(referenceId)).toMatchObject({ status: 'PENDING' });
  });

  it('passes a refusal on', async () => {
    const referenceId = await order(
      { paymentMethod: 'PIX' },
      payin({ pix: { viewToken: 'pvt_1' } }),
    );
    fake.answer({ status: 409, body: '{"error":{"code":"ILLEGAL_TRANSITION"}}' });
    const { status, json } = await post(`/api/orders/${referenceId}/simulate`, {
      simulation: 'refund',
    });
    expect([status, json.error.code]).toEqual([409, 'ILLEGAL_TRANSITION']);
  });

  it.each([
    ['something else', { simulation: 'chargeback/../../clock' }, 400],
    ['an order nobody paid', { simulation: 'pay' }, 409],
  ])('is refused for %s', async (_name, body, expected) => {
    const { json } = await post('/api/orders', ORDER);
    expect((await post(`/api/orders/${json.referenceId}/simulate`, body)).status).toBe(expected);
    expect(fake.calls).toEqual([]);
  });

  it('is not for the pages of others', async () => {
    const { json } = await post('/api/orders', ORDER);
    const response = await fetch(`${shop.url}/api/orders/${json.referenceId}/simulate`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: 'https://evil.example' },
      body: '{"simulation":"pay"}',
    });
    expect(response.status).toBe(403);
  });
});
