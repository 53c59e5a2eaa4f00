import { expect, it } from 'vitest';
import { createPaymentService } from './payment-service.ts';
import { createTriedCalls } from './tried-call.ts';

const BASE_URL = 'https://api.test';

const LIST = {
  calls: [
    { method: 'POST', path: '/payin' },
    { method: 'GET', path: '/payin' },
    { method: 'GET', path: '/payin/{id}' },
    { method: 'GET', path: '/balance' },
  ],
};

/** Tries a call beside a sandbox that writes down what reaches it. */
async function send(request: unknown, sandbox: { answer?: Response; list?: object | null } = {}) {
  const { answer = Response.json({ id: 'pay_1' }, { status: 201 }), list = LIST } = sandbox;
  const sent: { url: string; method: unknown; authorization: string | null; body: unknown }[] = [];
  const payments = createPaymentService({
    baseUrl: BASE_URL,
    fetch: async (url, init) => {
      const authorization = new Headers(init?.headers).get('authorization');
      sent.push({ url: String(url), method: init?.method, authorization, body: init?.body });
      expect(init?.redirect).toBe('error');
      if (answer.type === 'error') throw new TypeError('fetch failed');
      return answer;
    },
  });
  const docs = {
    find: async (path: string) =>
      list === null || path !== '/docs/assets/calls.json'
        ? null
        : { type: 'application/json', body: Buffer.from(JSON.stringify(list)), immutable: false },
  };
  const tryCall = createTriedCalls({ baseUrl: BASE_URL, payments, docs });
  const told = await tryCall(request).catch((error: unknown) => error);
  return { sent, told };
}

it('sends a documented call with the published keys of the account, and tells what matters', async () => {
  const answer = new Response('{"id":"pay_1"}', {
    status: 201,
    headers: { 'content-type': 'application/json', 'x-request-id': 'req_1', 'set-cookie': 'a=b' },
  });
  const call = { account: 'preorder', method: 'POST', path: '/payin', body: { amount: 1 } };
  const { sent, told } = await send(call, { answer });
  expect(sent).toEqual([
    {
      url: 'https://api.test/payin',
      method: 'POST',
      authorization: `Basic ${btoa('pk_test_preorder:sk_test_preorder')}`,
      body: '{"amount":1}',
    },
  ]);
  expect(told).toEqual({
    status: 201,
    headers: { 'content-type': 'application/json', 'x-request-id': 'req_1' },
    body: '{"id":"pay_1"}',
  });
});

it('fills a name in the path, and sends the query and no body', async () => {
  const { sent } = await send({
    account: 'no3ds',
    method: 'GET',
    path: '/payin?status=PENDING&limit=2',
  });
  const [byId] = (await send({ account: 'no3ds', method: 'GET', path: '/payin/pay_1' })).sent;
  expect(sent).toMatchObject([{ url: 'https://api.test/payin?status=PENDING&limit=2' }]);
  expect(byId).toMatchObject({ url: 'https://api.test/payin/pay_1', body: undefined });
});

it('gives a refusal of the sandbox back as it is', async () => {
  const answer = Response.json({ error: { code: 'NOT_FOUND' } }, { status: 404 });
  const { told } = await send(
    { account: 'no3ds', method: 'GET', path: '/payin/pay_1' },
    { answer },
  );
  expect(told).toMatchObject({ status: 404, body: '{"error":{"code":"NOT_FOUND"}}' });
});

it.each([
  ['a call that the list has not', 'GET', '/metrics'],
  ['the same path by another method', 'POST', '/balance'],
  ['a path that goes on', 'GET', '/payin/pay_1/refund'],
  ['dots that lead out of a listed path', 'GET', '/payin/../metrics'],
  ['such dots written in percents', 'GET', '/payin/%2e%2e/metrics'],
])('sends nothing for %s', async (_, method, path) => {
  const { sent, told } = await send({ account: 'no3ds', method, path });
  expect(sent).toEqual([]);
  expect(told).toMatchObject({ status: 404, code: 'NOT_DOCUMENTED' });
});

it.each([
  ['a whole address', { path: 'https://evil.test/payin' }, 'path'],
  ['an address without its scheme', { path: '//evil.test/payin' }, 'path'],
  ['one with the other slash', { path: '/\\evil.test/payin' }, 'path'],
  ['a name before an address', { path: '@evil.test/payin' }, 'path'],
  ['a new line', { path: '/payin\r\nx: y' }, 'path'],
  ['a path without end', { path: `/payin/${'a'.repeat(1_000)}` }, 'path'],
  ['an account that is none of the published', { account: 'acme' }, 'account'],
  ['another method', { method: 'DELETE' }, 'method'],
  ['keys of its own', { secretKey: 'sk_live_1' }, ''],
  ['a body that is no object', { body: 'x' }, 'body'],
  ['a card number', { body: { card: { number: '4111111111111111' } } }, 'body.card.number'],
  ['a CVV', { body: { card: { token: 'tok_1', cvv: '123' } } }, 'body.card.cvv'],
])('sends nothing with %s, and names the field', async (_, spoilt, field) => {
  const call = { account: 'no3ds', method: 'POST', path: '/payin', body: {}, ...spoilt };
  const { sent, told } = await send(call);
  expect(sent).toEqual([]);
  expect(told).toMatchObject({ status: 400, details: [{ path: field }] });
  expect(JSON.stringify(told)).not.toMatch(/4111|evil|sk_live/);
});

it('sends nothing where no documentation is built', async () => {
  const call = { account: 'no3ds', method: 'GET', path: '/balance' };
  const { sent, told } = await send(call, { list: null });
  expect(sent).toEqual([]);
  expect(told).toMatchObject({ code: 'NOT_DOCUMENTED' });
});

it('says that the sandbox did not answer, and not why', async () => {
  const call = { account: 'no3ds', method: 'GET', path: '/balance' };
  const { told } = await send(call, { answer: Response.error() });
  expect(told).toMatchObject({ status: 502, code: 'PAYMENT_SERVICE_UNREACHABLE' });
  expect(String(told)).not.toContain('fetch failed');
});
