import { once } from 'node:events';
import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { opened } from '../testing/opened.ts';
import { sql } from '../testing/sql.ts';
import { checkedFetch } from '../testing/test-checked-fetch.ts';
import { basic, send, startTestService, validPayin } from '../testing/test-service.ts';

const service = opened(startTestService);

function pay(body: unknown, headers: Record<string, string> = {}) {
  return service.post('no3ds', '/payin', body, headers);
}

/** Sends bytes as they are, and gives all that comes back until the other side closes. */
async function raw(text: string | Buffer): Promise<string> {
  const socket = connect(Number(new URL(service.baseUrl).port), '127.0.0.1');
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  socket.on('error', () => undefined);
  socket.write(text);
  await once(socket, 'close');
  return Buffer.concat(chunks).toString('utf8');
}

function rawPost(body: string, headers: string, path = '/payin') {
  return raw(
    `POST ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: ${basic('no3ds').authorization}\r\n` +
      `Content-Type: application/json\r\nConnection: close\r\n${headers}\r\n\r\n${body}`,
  );
}

describe('a path', () => {
  const get = (path: string) =>
    raw(
      `GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: ${basic('no3ds').authorization}\r\n` +
        'Connection: close\r\n\r\n',
    );

  it.each([
    '/payin/%2e%2e/payin/ID',
    '/payin/%2E%2e/payin/ID',
    '/payin/.%2e/payin/ID',
    '/payin/../payin/ID',
    '/payin/./ID',
    '/payin/%2e/ID',
    '/./payin/ID?page=1',
  ])('with dot segments leads nowhere: %s', async (path) => {
    const { body } = await pay(validPayin());
    expect(await get(`/payin/${body.id}`)).toMatch(/^HTTP\/1\.1 200 /);
    const answer = await get(path.replace('ID', body.id));
    expect(answer).toMatch(/^HTTP\/1\.1 404 /);
    expect(answer).toContain('"code":"NOT_FOUND"');
  });

  it('with a backslash in place of a slash is refused before it is read', async () => {
    const { body } = await pay(validPayin());
    expect(await get(`/x/..\\payin/${body.id}`)).toMatch(/^HTTP\/1\.1 40[04] /);
  });

  it('may have dots in its names and its query', async () => {
    expect(await get('/openapi.json')).toMatch(/^HTTP\/1\.1 200 /);
    expect(await get('/health?back=/../')).toMatch(/^HTTP\/1\.1 200 /);
  });
});

describe('a body', () => {
  it.each([
    ['text/plain'],
    ['multipart/form-data; boundary=x'],
    ['application/json; charset=utf-16'],
    ['application/json; profile="x"; charset=iso-8859-1'],
    ['application/jsonp'],
    ['application/x-www-form-urlencoded'],
  ])('of type %s is 415', async (type) => {
    const answer = await pay(validPayin(), { 'content-type': type });
    expect([answer.status, answer.body.error.code]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
  });

  it('without a type is 415', async () => {
    const answer = await raw(
      `POST /payin HTTP/1.1\r\nHost: x\r\nAuthorization: ${basic('no3ds').authorization}\r\n` +
        'Connection: close\r\nContent-Length: 2\r\n\r\n{}',
    );
    expect(answer).toMatch(/^HTTP\/1\.1 415 /);
  });

  it.each([
    ['application/json'],
    ['application/json; charset=utf-8'],
    ['Application/JSON;charset="UTF-8"'],
    ['application/json ; charset = utf8'],
    ['application/json; profile="x"; charset=utf-8'],
    ['application/json;'],
  ])('of type %s is read', async (type) => {
    expect((await pay(validPayin(), { 'content-type': type })).status).toBe(201);
  });

  it('that is compressed is 415', async () => {
    const bytes = gzipSync(JSON.stringify(validPayin()));
    const response = await checkedFetch(`${service.baseUrl}/payin`, {
      method: 'POST',
      headers: {
        ...basic('no3ds'),
        'content-type': 'application/json',
        'content-encoding': 'gzip',
      },
      body: bytes,
    });
    expect(response.status).toBe(415);
  });

  it.each([
    ['/payin', 2.25],
    ['/payout', 1 / 16],
  ])('of %s of more than %d MiB is 413, announced or chunked', async (path, mebibytes) => {
    const size = mebibytes * 1024 * 1024;
    const body = `{"a":"${'x'.repeat(size)}"}`;
    const announced = await service.post('no3ds', path, body);
    expect([announced.status, announced.body.error.code]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
    const chunk = `${(size / 4).toString(16)}\r\n${' '.repeat(size / 4)}\r\n`;
    const sent = `${chunk.repeat(5)}0\r\n\r\n`;
    expect(await rawPost(sent, 'Transfer-Encoding: chunked', path)).toMatch(/^HTTP\/1\.1 413 /);
  });

  it.each([
    ['10000', 201],
    ['10000.0', 201],
    ['1e4', 201],
    ['100000E-1', 201],
    ['0.1e5', 201],
    ['10000.00000000000000001', 400],
    ['1000000000000000000000001e-20', 400],
    ['9999.99999999999999999', 400],
    ['10000.5', 400],
    ['1e-400', 400],
  ])('with an amount of %s is answered by %i', async (amount, status) => {
    const item = '{"title":"Livro","quantity":1,"unitPrice":1.0}';
    const text = JSON.stringify({ ...validPayin(), amount: 0, items: [] })
      .replace('"amount":0', `"amount":${amount}`)
      .replace('[]', `[${item}]`);
    const answer = await pay(text);
    expect(answer.status).toBe(status);
    if (status === 201) return expect(answer.body.amount).toBe(10_000);
    expect(answer.body.error.details).toMatchObject([{ path: 'amount', rule: 'wrong_type' }]);
  });

  it('names the number that is none as it is written, where it stands', async () => {
    const items = [
      { title: 'a, "b"', quantity: 1, unitPrice: 1 },
      { title: '[', quantity: 1 },
    ];
    const price = '"unitPrice":5.00000000000000000001';
    const text = JSON.stringify(validPayin({ items })).replace('"["', `"[",${price}`);
    const { status, body } = await pay(text);
    expect(status).toBe(400);
    expect(body.error.details).toMatchObject([{ path: 'items.1.unitPrice' }]);
    const unknown = await pay('{"4111111111111111":1.00000000000000000001}');
    expect(unknown.body.error.details).toMatchObject([{ path: '', rule: 'wrong_type' }]);
    expect(unknown.text).not.toContain('4111');
  });

  it('with 500 items of the longest texts is read, however they are written', async () => {
    const text = (length: number) => 'é'.repeat(length);
    const item = { title: text(200), description: text(500), quantity: 1_000_000, unitPrice: 1 };
    const body = JSON.stringify(validPayin({ items: Array(500).fill(item) }), null, 2);
    const escaped = body.replaceAll('é', '\\u00e9');
    expect(escaped.length).toBeGreaterThan(2 * 1024 * 1024);
    const { status, body: payin } = await pay(escaped);
    expect(status).toBe(201);
    const kept = await service.get('no3ds', `/payin/${payin.id}`);
    expect(kept.body.items).toEqual(Array(500).fill(item));
  });

  it.each([
    ['empty', ''],
    ['truncated', '{"amount":1'],
    ['followed by more', '{} {}'],
    ['a list', '[]'],
    ['a text', '"x"'],
    ['null', 'null'],
    ['marked with a byte order', '\uFEFF{}'],
    ['nested 100 000 deep', `{"a":${'['.repeat(30_000)}${']'.repeat(30_000)}}`],
    ['with a key twice', '{"amount":1,"amount":2}'],
    ['with a key twice, once escaped', '{"amount":1,"\\u0061mount":2}'],
    ['with a key twice further in', '{"customer":{"name":"a","name":"b"}}'],
    ['with __proto__', '{"__proto__":{"amount":1}}'],
    ['with an escaped __proto__ further in', '{"items":[{"\\u005f_proto__":1}]}'],
    ['with constructor', '{"card":{"constructor":1}}'],
    ['with prototype', '{"prototype":1}'],
    ['with a lone quote', '{"a'],
    ['with a broken escape in a key', '{"\\u00":1}'],
  ])('that is %s is 400 at once', async (_, body) => {
    const startedAt = performance.now();
    const answer = await pay(body);
    expect([answer.status, answer.body.error.code]).toEqual([400, 'INVALID_DATA']);
    // What grows with the square of the depth takes minutes; how busy the machine is takes less.
    expect(performance.now() - startedAt).toBeLessThan(20_000);
  });

  it('with bytes that are not UTF-8 is 400', async () => {
    const response = await checkedFetch(`${service.baseUrl}/payin`, {
      method: 'POST',
      headers: { ...basic('no3ds'), 'content-type': 'application/json' },
      body: Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]),
    });
    expect(response.status).toBe(400);
  });

  const REFUSED = '0 -1 -0 0.5 "100" 1e400 null true [] 9007199254740993'.split(' ');
  it.each([
    ...REFUSED.map((amount) => [amount, 400] as const),
    ...['100.0', '1e2'].map((amount) => [amount, 201] as const),
  ])('with the amount %s is %s', async (amount, status) => {
    const body = JSON.stringify(validPayin()).replace('"amount":10000', `"amount":${amount}`);
    expect((await pay(body)).status).toBe(status);
  });

  it.each([
    ['NUL', 'a\u0000b', 'control_characters'],
    ['a line break', 'a\r\nb', 'control_characters'],
    ['a lone surrogate', 'a\ud800b', 'control_characters'],
    ['too long', 'x'.repeat(151), 'too_long'],
  ])('with a name that has %s is 400', async (_, name, rule) => {
    const { customer } = validPayin();
    const answer = await pay(validPayin({ customer: { ...customer, name } }));
    expect(answer.body.error.details).toMatchObject([{ path: 'customer.name', rule }]);
  });

  it.each([['José 😀'], ['\u202Eana'], ["'; DROP TABLE payins;--"], ['{{7*7}}<b>']])(
    'with the name %s gives it back as it was',
    async (name) => {
      const { customer } = validPayin();
      const { body } = await pay(validPayin({ customer: { ...customer, name } }));
      expect((await service.get('no3ds', `/payin/${body.id}`)).body.customer.name).toBe(name);
    },
  );

  it('with 10 000 wrong items is refused in bounded time', async () => {
    const items = Array.from({ length: 10_000 }, () => 0);
    const answer = await pay(validPayin({ items }));
    expect(answer.status).toBe(400);
    expect(answer.body.error.details.length).toBeLessThanOrEqual(100);
  });
});

describe('a request', () => {
  it.each([
    ['PUT', '/payin', 'POST, GET, HEAD, OPTIONS'],
    ['DELETE', '/payin/x', 'GET, HEAD, OPTIONS'],
    ['POST', '/whoami', 'GET, HEAD, OPTIONS'],
    ['PATCH', '/health', 'GET, HEAD, OPTIONS'],
  ])('with %s on %s is 405 and names what is allowed', async (method, path, allow) => {
    const answer = await send(`${service.baseUrl}${path}`, { method, headers: basic('no3ds') });
    expect([answer.status, answer.body.error.code]).toEqual([405, 'METHOD_NOT_ALLOWED']);
    expect(answer.headers.get('allow')).toBe(allow);
  });

  it('with TRACE is refused', async () => {
    const answer = await raw('TRACE /payin HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    expect(answer).toMatch(/^HTTP\/1\.1 (405|400|501) /);
  });

  it('does not change its method by a header', async () => {
    const answer = await service.post('no3ds', '/payin', undefined, {
      'x-http-method-override': 'GET',
    });
    expect(answer.status).toBe(415);
  });

  it('with a path that does not decode is 404', async () => {
    const answer = await raw(
      `GET /payin/%E0%A4%A HTTP/1.1\r\nHost: x\r\nConnection: close\r\n` +
        `Authorization: ${basic('no3ds').authorization}\r\n\r\n`,
    );
    expect(answer).toMatch(/^HTTP\/1\.1 404 /);
  });

  it('whose body never arrives whole is no failure of ours', async () => {
    service.logged.length = 0;
    const socket = connect(Number(new URL(service.baseUrl).port), '127.0.0.1');
    socket.on('error', () => undefined);
    socket.write(
      `POST /payin HTTP/1.1\r\nHost: x\r\nAuthorization: ${basic('no3ds').authorization}\r\n` +
        'Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{"a":',
      () => socket.destroy(),
    );
    await once(socket, 'close');
    while (service.logged.length === 0) await new Promise(setImmediate);
    expect(JSON.parse(String(service.logged[0])).errorCode).toBe('INVALID_DATA');
  });

  it('with HEAD gets the headers of GET', async () => {
    const answer = await send(`${service.baseUrl}/health`, { method: 'HEAD' });
    expect([answer.status, answer.text]).toEqual([200, '']);
  });

  it.each(['/', '/nope', '/payin/', '//payin', '/PAYIN', '/payin/a/b', '/payin/%00/x'])(
    'to %s is 404 with the error body',
    async (path) => {
      const answer = await service.get('no3ds', path);
      expect([answer.status, answer.body.error.code]).toEqual([404, 'NOT_FOUND']);
      expect(answer.body.requestId).toBe(answer.headers.get('x-request-id'));
    },
  );

  it.each([
    ['two lengths', 'Content-Length: 2\r\nContent-Length: 3'],
    ['a length and chunks', 'Content-Length: 2\r\nTransfer-Encoding: chunked'],
    ['a header over two lines', 'X-A: 1\r\n 2\r\nContent-Length: 2'],
    ['headers of 20 kB', `X-A: ${'x'.repeat(20_000)}\r\nContent-Length: 2`],
  ])('with %s is refused and the connection closed', async (_, headers) => {
    const answer = await rawPost('{}', headers);
    expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /);
    expect(answer.match(/HTTP\/1\.1 \d/g)?.length).toBe(1);
  });

  it('is answered with headers that keep it out of caches and other pages', async () => {
    const { headers } = await service.get('no3ds', '/whoami');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('x-powered-by')).toBeNull();
  });

  it('leaves one log line from a closed list of fields', async () => {
    service.logged.length = 0;
    await service.get('no3ds', '/payin/4111111111111111?key=secret', { 'x-injected': '1' });
    expect(service.logged.length).toBe(1);
    const line = JSON.parse(String(service.logged[0]));
    expect(Object.keys(line).sort().join(' ')).toBe(
      'companyId durationMs errorCode level method requestId route status time',
    );
    expect(line.route).toBe('/payin/:id');
  });

  it('is 503 with Retry-After while the database is away', async () => {
    const second = await startTestService();
    await second.db.close();
    const answer = await second.get('no3ds', '/whoami');
    expect([answer.status, answer.body.error.code]).toEqual([503, 'UNAVAILABLE']);
    expect(answer.headers.get('retry-after')).toBe('5');
    const health = await send(`${second.baseUrl}/health`);
    expect([health.status, health.body.status]).toEqual([503, 'unavailable']);
    expect((await send(`${second.baseUrl}/live`)).text).toBe('ok\n');
    await second.stop();
  });
});

describe('a service that has as much to do as it can', () => {
  const full = opened(() =>
    startTestService({ settings: { workLimit: { atOnce: 0, waitMs: 1 } } }),
  );

  it('refuses a call with Retry-After, and has read nothing of it', async () => {
    const body = validPayin();
    const answer = await full.post('no3ds', '/payin', body);
    expect([answer.status, answer.body.error.code]).toEqual([503, 'UNAVAILABLE']);
    expect(answer.headers.get('retry-after')).toBe('1');
    expect(answer.body.requestId).toBe(answer.headers.get('x-request-id'));
    const [kept] = await sql<{ count: number }>(full.db)`SELECT count(*) AS count FROM payins
      WHERE reference_id = ${body.referenceId}`;
    expect(kept?.count).toBe(0);
  });

  it('lets a page read that it is refused, and how long to wait', async () => {
    const headers = { 'x-public-key': 'pk_test_no3ds', origin: 'https://shop.example' };
    const answer = await send(`${full.baseUrl}/checkout/config`, { headers });
    expect(answer.status).toBe(503);
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    expect(answer.headers.get('access-control-expose-headers')).toContain('Retry-After');
  });

  it('tells whoever watches it that it is well', async () => {
    for (const path of ['/health', '/health?by=balancer', '/live']) {
      expect((await send(`${full.baseUrl}${path}`)).status).toBe(200);
    }
  });

  it('logs the call, and no failure of its own', async () => {
    full.logged.length = 0;
    await full.get('no3ds', '/whoami');
    const lines = full.logged.map((line) => JSON.parse(String(line)));
    expect(lines).toMatchObject([{ status: 503, errorCode: 'UNAVAILABLE', level: 30 }]);
  });
});
