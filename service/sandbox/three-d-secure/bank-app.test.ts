import { describe, expect, it } from 'vitest';
import {
  authenticate,
  authenticateBody,
  authenticationRequest,
  BANK_URL,
  BROWSER,
  callSession,
  decode,
  encode,
  fieldOf,
  NONCE,
  never,
  openBank,
  openChallenge,
  postForm,
  SHOP,
} from '../../testing/test-bank.ts';

async function opened(number = '4000000000002503') {
  const bank = openBank();
  return { bank, ...(await bank.provider.open(authenticationRequest(number), never)) };
}

describe('a session call', () => {
  it.each(['versions', 'authenticate', 'status'] as const)('%s is open to pages', async (step) => {
    const { bank, session } = await opened();
    const preflight = await bank.app.request(`/3ds/sessions/${session}/${step}`, {
      method: 'OPTIONS',
      headers: { origin: SHOP, 'access-control-request-method': 'POST' },
    });
    expect(preflight.status).toBe(204);
    const refused = await callSession(bank, session, step, '{');
    for (const response of [preflight, refused]) {
      expect(response.headers.get('access-control-allow-origin')).toBe('*');
      expect(response.headers.get('access-control-allow-credentials')).toBeNull();
      expect(response.headers.get('cache-control')).toBe('no-store');
      expect(response.headers.get('set-cookie')).toBeNull();
    }
  });

  it.each([
    ['unknown', '0190c1d2-aaaa-4bbb-8ccc-000000000001.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'],
    ['no session', 'session'],
    ['a key of the state', 'transaction|x'],
    ['very long', 'x'.repeat(5000)],
  ])('is 404 for a session that is %s', async (_kind, session) => {
    const bank = openBank();
    const path = encodeURIComponent(session);
    const response = await callSession(bank, path, 'status', {});
    expect(response.status).toBe(404);
    expect(await response.json()).toEqual({ error: { code: 'session_unknown' } });
  });

  it.each([
    ['no json', '{', 400, ['body']],
    ['a list', '[]', 400, ['body']],
    ['no nonce', {}, 400, ['nonce']],
    ['a short nonce', { nonce: 'short' }, 400, ['nonce']],
    ['a nonce that leaves its place', { nonce: `${NONCE}&x=1` }, 400, ['nonce']],
    ['more than was asked', { nonce: NONCE, origin: 'https://evil.test' }, 400, ['unknown']],
    ['a prototype', `{"nonce":"${NONCE}","constructor":{}}`, 400, ['unknown']],
  ])('versions is refused with %s', async (_kind, body, status, fields) => {
    const { bank, session } = await opened();
    const response = await callSession(bank, session, 'versions', body);
    expect(response.status).toBe(status);
    expect(await response.json()).toEqual({ error: { code: 'invalid_request', fields } });
  });

  it.each([
    ['browserLanguage', 'en-GB-oxendict'],
    ['browserLanguage', ''],
    ['browserColorDepth', '30'],
    ['browserColorDepth', 24],
    ['browserTZ', 180],
    ['browserTZ', '+180'],
    ['browserTZ', undefined],
    ['browserScreenHeight', '1234567'],
    ['browserScreenWidth', '-1'],
    ['browserJavaEnabled', 'no'],
    ['browserJavascriptEnabled', false],
  ])('authenticate is refused with %s %o', async (field, value) => {
    const { bank, session } = await opened();
    const body = authenticateBody({ browser: { ...BROWSER, [field]: value } });
    const response = await callSession(bank, session, 'authenticate', body);
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({
      error: { code: 'invalid_request', fields: [`browser.${field}`] },
    });
  });

  it.each(['browserIP', 'browserAcceptHeader', 'browserUserAgent', 'acctNumber'])(
    'authenticate takes no %s from a page',
    async (field) => {
      const { bank, session } = await opened();
      const body = authenticateBody({ browser: { ...BROWSER, [field]: '198.51.100.1' } });
      expect((await callSession(bank, session, 'authenticate', body)).status).toBe(400);
    },
  );

  it.each(['00', '06', 3, undefined])('authenticate is refused for window %o', async (size) => {
    const { bank, session } = await opened();
    const body = authenticateBody({ windowSize: size });
    expect((await callSession(bank, session, 'authenticate', body)).status).toBe(400);
  });

  it('is 413 over its limit, 415 for another type', async () => {
    const { bank, session } = await opened();
    const large = await callSession(bank, session, 'versions', { nonce: 'x'.repeat(20_000) });
    expect(large.status).toBe(413);
    const text = await callSession(bank, session, 'versions', '{}', {
      'content-type': 'text/plain',
    });
    expect(text.status).toBe(415);
  });

  it('is 410 when its time is over', async () => {
    const { bank, session } = await opened();
    bank.clock.now = new Date('2030-01-01T12:15:00Z');
    for (const [step, body] of [
      ['versions', { nonce: NONCE }],
      ['authenticate', authenticateBody()],
      ['status', {}],
    ] as const) {
      const response = await callSession(bank, session, step, body);
      expect(response.status).toBe(410);
      expect(await response.json()).toEqual({ error: { code: 'session_expired' } });
    }
  });

  it('answers no proof, no reason and no card', async () => {
    const { answer, response } = await authenticate(openBank(), '4000000000002701');
    expect(response.status).toBe(200);
    expect(answer).toEqual({ transStatus: 'Y', cancelled: false, challenge: null });
  });

  it('gives every window the same challenge', async () => {
    const { bank, session } = await opened();
    const ids = new Set<unknown>();
    for (const windowSize of ['01', '02', '03', '04', '05']) {
      const body = authenticateBody({ windowSize });
      const answer = await (await callSession(bank, session, 'authenticate', body)).json();
      const creq = decode(JSON.parse(JSON.stringify(answer)).challenge.creq);
      expect(creq.challengeWindowSize).toBe(windowSize);
      ids.add(creq.acsTransID);
    }
    expect(ids.size).toBe(1);
  });
});

describe('the 3DS Method', () => {
  const methodOf = async (bank: ReturnType<typeof openBank>, session: string) => {
    const response = await callSession(bank, session, 'versions', { nonce: NONCE });
    return JSON.parse(await response.text()).method;
  };

  it('goes from the script to the bank and back to the script, without a cookie', async () => {
    const { bank, session, transactionId } = await opened();
    const method = await methodOf(bank, session);
    expect(method.threeDSMethodURL).toBe(`${BANK_URL}/3ds/method`);
    const { threeDSMethodData } = method;
    expect(threeDSMethodData).toMatch(/^[A-Za-z0-9_-]+$/);
    const { threeDSMethodNotificationURL } = decode(threeDSMethodData);
    expect(String(threeDSMethodNotificationURL).length).toBeLessThan(256);
    const page = await (await postForm(bank, '/3ds/method', { threeDSMethodData })).text();
    const answer = fieldOf(page, 'threeDSMethodData');
    expect(decode(answer)).toEqual({ threeDSServerTransID: transactionId });
    const url = new URL(String(threeDSMethodNotificationURL));
    const done = await postForm(bank, url.pathname + url.search, { threeDSMethodData: answer });
    expect(await done.text()).toContain(
      `<body data-origin="${SHOP}" data-nonce="${NONCE}" data-event="method-done">`,
    );
    expect(await methodOf(bank, session)).toBeNull();
  });

  it('is never answered for the card that says so', async () => {
    const { bank, session } = await opened('4000000000002354');
    const { threeDSMethodURL, threeDSMethodData } = await methodOf(bank, session);
    const path = new URL(threeDSMethodURL).pathname;
    const page = await (await postForm(bank, path, { threeDSMethodData })).text();
    expect(page).not.toContain('<script');
    expect(page).not.toContain('<form');
  });

  it('is absent where the range has none', async () => {
    const { bank, session } = await opened('340000000002708');
    expect(await methodOf(bank, session)).toBeNull();
  });

  it.each([
    ['nothing', ''],
    ['padding', 'e30='],
    ['no json', 'QUJD'],
    [
      'another origin',
      encode({
        threeDSServerTransID: '0190c1d2-aaaa-4bbb-8ccc-000000000001',
        threeDSMethodNotificationURL: 'https://evil.test/',
      }),
    ],
    [
      'a script',
      encode({
        threeDSServerTransID: '0190c1d2-aaaa-4bbb-8ccc-000000000001',
        threeDSMethodNotificationURL: 'javascript:alert(1)',
      }),
    ],
  ])('sends nobody anywhere for %s', async (_kind, threeDSMethodData) => {
    expect((await postForm(openBank(), '/3ds/method', { threeDSMethodData })).status).toBe(400);
  });

  it('is notified to nobody where the script ran without an origin', async () => {
    const { bank, session, transactionId } = await opened();
    await callSession(bank, session, 'versions', { nonce: NONCE }, { origin: 'null' });
    const threeDSMethodData = encode({ threeDSServerTransID: transactionId });
    const done = await postForm(bank, `/3ds/method-notification?nonce=${NONCE}`, {
      threeDSMethodData,
    });
    expect(await done.text()).not.toContain('<script');
  });

  it.each(['https://shop.test/path', 'javascript:alert(1)', 'https://shop.test"', '*'])(
    'takes no %o for an origin',
    async (origin) => {
      const { bank, session, transactionId } = await opened();
      await callSession(bank, session, 'versions', { nonce: NONCE }, { origin });
      const threeDSMethodData = encode({ threeDSServerTransID: transactionId });
      const done = await postForm(bank, `/3ds/method-notification?nonce=${NONCE}`, {
        threeDSMethodData,
      });
      expect(await done.text()).not.toContain('<script');
    },
  );
});

describe('a page of the bank', () => {
  it('runs only what is its own, in any shop, and is kept by nobody', async () => {
    const bank = openBank();
    const challenge = await openChallenge(bank);
    const pages = [
      await bank.app.request('/3ds/frame'),
      await challenge.open(),
      await postForm(bank, '/3ds/method/silent', {}),
      await postForm(bank, '/3ds/challenge-notification', {}),
      await postForm(bank, '/3ds/acs/challenge', {}),
    ];
    for (const { headers } of pages) {
      const policy = headers.get('content-security-policy') ?? '';
      expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-[^']+'; /);
      expect(policy).not.toContain('unsafe');
      expect(policy).toContain("form-action 'self'; base-uri 'none'; frame-ancestors *");
      expect(headers.get('x-frame-options')).toBeNull();
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect(headers.get('content-type')).toContain('text/html');
    }
  });

  it.each([
    ['/3ds/acs/challenge', 'text/plain', 'creq=x', 415],
    ['/3ds/acs/challenge', 'application/json', '{}', 415],
    ['/3ds/acs/challenge/no-id/answer', 'application/x-www-form-urlencoded', 'confirm=1', 400],
    [
      '/3ds/acs/challenge/0190c1d2-aaaa-4bbb-8ccc-000000000001/answer',
      'application/x-www-form-urlencoded',
      'code=1234',
      400,
    ],
    [
      '/3ds/acs/challenge/0190c1d2-aaaa-4bbb-8ccc-000000000001/answer',
      'application/x-www-form-urlencoded',
      'confirm=1&code=1234',
      400,
    ],
  ])('%s as %s with %s is refused', async (path, type, body, status) => {
    const response = await openBank().app.request(path, {
      method: 'POST',
      headers: { 'content-type': type },
      body,
    });
    expect(response.status).toBe(status);
  });

  it('is not there elsewhere', async () => {
    for (const path of ['/', '/3ds/results', '/3ds/acs/challenge', '/3ds/sessions/x/status']) {
      expect((await openBank().app.request(path)).status).toBe(404);
    }
  });
});

it('the script is served to every page, asked for again by its content', async () => {
  const { app } = openBank();
  const response = await app.request('/3ds/sdk.js');
  expect(await response.text()).toBe('var SandboxThreeDS;');
  expect(response.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
  expect(response.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
  const etag = response.headers.get('etag') ?? '';
  const again = await app.request('/3ds/sdk.js', { headers: { 'if-none-match': etag } });
  expect(again.status).toBe(304);
});

it('a failure of its memory is told to nobody but the log, without what it held', async () => {
  const values = new Map<string, string>();
  const bank = openBank(values);
  const { session } = await bank.provider.open(authenticationRequest('4000000000002503'), never);
  for (const [key, value] of values) values.set(key, value.slice(0, -5));
  const response = await callSession(bank, session, 'status', {});
  expect(response.status).toBe(500);
  expect(await response.json()).toEqual({ error: { code: 'internal' } });
  expect(bank.logged).toHaveLength(1);
  expect(JSON.stringify(bank.logged)).not.toContain('40000000');
});
