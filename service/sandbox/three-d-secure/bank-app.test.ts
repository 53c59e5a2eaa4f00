import { describe, expect, it } from 'vitest';
import {
  authenticate,
  authenticationRequest,
  callSession,
  NONCE,
  never,
  openBank,
  openChallenge,
  openPage,
  postForm,
  SHOP,
} from '../../testing/test-bank.ts';

async function opened(number = '4000000000002503') {
  const bank = openBank();
  return { bank, ...(await bank.provider.open(authenticationRequest(number), never)) };
}

const STEPS = ['begin', 'authenticate', 'status'] as const;

describe('a session call', () => {
  it.each(STEPS)('%s is open to pages, and remembers no browser', async (step) => {
    const { bank, session } = await opened();
    for (const called of [session, 'unknown']) {
      const { headers } = await callSession(bank, called, step);
      expect(headers.get('access-control-allow-origin')).toBe('*');
      expect(headers.get('access-control-allow-credentials')).toBeNull();
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('set-cookie')).toBeNull();
    }
  });

  it.each([
    ['unknown', '0190c1d2-aaaa-4bbb-8ccc-000000000001.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'],
    ['no session', 'session'],
    ['a key of the state', 'transaction|x'],
    ['very long', 'x'.repeat(5000)],
  ])('is 404 for a session that is %s', async (_kind, session) => {
    const response = await callSession(openBank(), encodeURIComponent(session), 'status');
    expect(response.status).toBe(404);
    expect(await response.json()).toEqual({ error: { code: 'session_unknown' } });
  });

  it('answers no proof, no reason and no card', async () => {
    const { answer, response } = await authenticate(openBank(), '4000000000002701');
    expect(response.status).toBe(200);
    expect(answer).toEqual({ transStatus: 'Y', cancelled: false, challenge: null });
  });
});

describe('the 3DS Method', () => {
  const methodOf = async (
    bank: ReturnType<typeof openBank>,
    session: string,
    origin = SHOP,
  ): Promise<string | null> =>
    JSON.parse(await (await callSession(bank, session, 'begin', { origin })).text()).method;

  it.each([SHOP, 'capacitor://localhost'])(
    'is seen once, and told to the script in %s, without a cookie',
    async (origin) => {
      const { bank, session, transactionId } = await opened();
      expect(await methodOf(bank, session, origin)).toBe(`/3ds/method/${transactionId}`);
      const done = await openPage(bank, `/3ds/method/${transactionId}`);
      expect(await done.text()).toContain(
        `<body data-origin="${origin}" data-nonce="${NONCE}" data-event="method-done">`,
      );
      expect(await methodOf(bank, session, origin)).toBeNull();
    },
  );

  it('is never answered for the card that says so', async () => {
    const { bank, session } = await opened('4000000000002354');
    const path = await methodOf(bank, session);
    const page = await (await openPage(bank, path ?? '')).text();
    expect(page).toContain('Aguarde.');
    expect(page).not.toContain('<script');
    expect(await methodOf(bank, session)).toBe(path);
  });

  it('is absent where the range has none', async () => {
    const { bank, session } = await opened('340000000002708');
    expect(await methodOf(bank, session)).toBeNull();
  });

  it('is told to nobody of a transaction that there is not', async () => {
    const page = await openPage(openBank(), '/3ds/method/0190c1d2-aaaa-4bbb-8ccc-000000000001');
    expect(await page.text()).not.toContain('<script');
  });

  it.each(['null', 'https://shop.test/path', 'javascript:alert(1)', 'https://shop.test"', '*'])(
    'is told to nobody where the script ran in %o',
    async (origin) => {
      const { bank, session, transactionId } = await opened();
      await methodOf(bank, session, origin);
      const done = await openPage(bank, `/3ds/method/${transactionId}`);
      expect(await done.text()).not.toContain('<script');
    },
  );

  it.each(['', 'short', 'x'.repeat(65), `${NONCE}&x=1`, '"><script>alert(1)</script>'])(
    'is told to nobody with the nonce %o',
    async (nonce) => {
      const { bank, session, transactionId } = await opened();
      await methodOf(bank, session);
      const done = await openPage(bank, `/3ds/method/${transactionId}`, nonce);
      expect(await done.text()).not.toContain('<script');
    },
  );
});

describe('a page of the bank', () => {
  const UNKNOWN = '/3ds/challenge/0190c1d2-aaaa-4bbb-8ccc-000000000001';

  it('runs only what is its own, in any shop, and is kept by nobody', async () => {
    const bank = openBank();
    const challenge = await openChallenge(bank);
    const pages = [
      await challenge.open(),
      await openPage(bank, '/3ds/method/silent'),
      await openPage(bank, `/3ds/method/${challenge.transactionId}`),
      await openPage(bank, UNKNOWN),
      await postForm(bank, challenge.path, {}),
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
    ['no answer', {}, 400],
    ['a code without a button', { code: '1234' }, 400],
    ['an answer to no challenge', { confirm: '1', code: '1234' }, 404],
    ['more than any answer', { confirm: '1', code: 'x'.repeat(20_000) }, 413],
  ])('refuses %s', async (_kind, fields, status) => {
    expect((await postForm(openBank(), UNKNOWN, fields)).status).toBe(status);
  });

  it('is not there elsewhere', async () => {
    for (const path of ['/', '/3ds/results', '/3ds/challenge', '/3ds/sessions/x/status']) {
      expect((await openBank().app.request(path)).status).toBe(404);
    }
    expect((await openPage(openBank(), UNKNOWN)).status).toBe(404);
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
  const response = await callSession(bank, session, 'status');
  expect(response.status).toBe(500);
  expect(await response.json()).toEqual({ error: { code: 'internal' } });
  expect(bank.logged).toHaveLength(1);
  expect(JSON.stringify(bank.logged)).not.toContain('40000000');
});
