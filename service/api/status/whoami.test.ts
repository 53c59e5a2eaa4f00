import { describe, expect, it } from 'vitest';
import { opened } from '../../testing/opened.ts';
import { sql } from '../../testing/sql.ts';
import { testDatabases } from '../../testing/test-db.ts';
import { basic, send, startTestService } from '../../testing/test-service.ts';

function encode(text: string) {
  return Buffer.from(text).toString('base64');
}
const PAIR = 'pk_test_no3ds:sk_test_no3ds';

describe.each(testDatabases())('GET /whoami on $engine', (database) => {
  let address = 0;

  const service = opened(() => startTestService({ database, settings: { trustedProxyHops: 1 } }));

  /** Each call from an address of its own, so that the rate limit stays out of the way. */
  const whoami = (headers: Record<string, string>, from?: string) => {
    address += 1;
    const forwarded = from ?? `198.51.${Math.floor(address / 250)}.${address % 250}`;
    return send(`${service.baseUrl}/whoami`, {
      headers: { ...headers, 'x-forwarded-for': forwarded },
    });
  };

  it('tells the owner everything, with the document masked', async () => {
    const answer = await whoami(basic('no3ds'));
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      scope: 'company',
      companyId: 'no3ds',
      companyName: 'Ateliê Três Marias Ltda',
      tradeName: 'Três Marias',
      document: '63.***.***/****-10',
      kycStatus: 'approved',
      blocked: false,
      canTransact: true,
      reason: null,
      paymentMethods: ['pix', 'boleto', 'credit_card', 'open_finance'],
      capabilities: {
        tokenization: { enabled: true, mode: 'backend', cardOnFile: false, cvvRequired: false },
        threeDS: { enabled: false },
        antifraud: { enabled: false },
      },
      paymentTerms: {
        pix: { requiredFields: [], expiresInSeconds: { min: 60, max: 86_400 } },
        boleto: { requiredFields: [], daysUntilDue: { min: 0, max: 60 } },
      },
    });
  });

  it('takes the pair in two headers as well', async () => {
    const pair = { 'x-api-key': 'pk_test_no3ds', 'x-api-secret': 'sk_test_no3ds' };
    expect((await whoami(pair)).body.scope).toBe('company');
  });

  it('tells a browser the public part only', async () => {
    const answer = await whoami({
      'x-public-key': 'pk_test_no3ds',
      origin: 'https://loja.example',
      referer: 'https://loja.example/',
    });
    expect([answer.status, answer.body.scope]).toEqual([200, 'public']);
    expect(answer.body).not.toHaveProperty('document');
    expect(answer.body).not.toHaveProperty('tradeName');
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    expect(answer.headers.get('vary')).toContain('Origin');
  });

  it.each([
    ['pending', { kycStatus: 'pending', canTransact: false, reason: 'KYC_NOT_APPROVED' }],
    ['blocked', { blocked: true, canTransact: false, reason: 'COMPANY_BLOCKED' }],
    ['nocard', { canTransact: true, paymentMethods: ['pix', 'boleto', 'open_finance'] }],
    ['manual', { paymentMethods: ['pix', 'boleto', 'credit_card'] }],
  ])('answers 200 for the account %s with its state', async (account, state) => {
    const answer = await whoami(basic(account));
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject(state);
  });

  it.each<[string, Record<string, string>]>([
    ['nothing', {}],
    ['another scheme', { authorization: 'Bearer sk_test_no3ds' }],
    ['Basic without a value', { authorization: 'Basic' }],
    ['base64 with junk', { authorization: `Basic ${encode(PAIR)}!!` }],
    ['base64 without its padding', { authorization: 'Basic cGtfdGVzdDpz!' }],
    ['no colon', { authorization: `Basic ${encode('pk_test_no3ds')}` }],
    ['an empty secret', { authorization: `Basic ${encode('pk_test_no3ds:')}` }],
    ['an empty public key', { authorization: `Basic ${encode(':sk_test_no3ds')}` }],
    ['control characters', { authorization: `Basic ${encode('pk_test\n:sk_test')}` }],
    ['half a header pair', { 'x-api-key': 'pk_test_no3ds' }],
    ['an empty header', { 'x-public-key': '' }],
    ['a public key of another form', { 'x-public-key': 'no3ds' }],
    ['a secret key as the public one', { 'x-public-key': 'sk_test_no3ds' }],
    ['a name and a password', { authorization: `Basic ${encode('admin:secret')}` }],
    ['two public keys', { authorization: `Basic ${encode('pk_test_no3ds:pk_test_no3ds')}` }],
    ['the keys in the wrong order', { 'x-api-key': 'sk_test_x', 'x-api-secret': 'pk_test_x' }],
    ['two ways at once', { ...basic('no3ds'), 'x-public-key': 'pk_test_no3ds' }],
  ])('answers 400 for %s', async (_, headers) => {
    const answer = await whoami(headers);
    expect([answer.status, answer.body.error.code]).toEqual([400, 'INVALID_CREDENTIALS']);
    expect(answer.headers.get('www-authenticate')).toBeNull();
  });

  it('answers unknown, wrong, foreign and revoked credentials alike', async () => {
    await sql(service.db)`UPDATE credentials SET revoked_at = now()
      WHERE company_id = 'cardonfile'`;
    const refused = [
      basic('nobody'),
      { authorization: `Basic ${encode('pk_test_no3ds:sk_test_wrong')}` },
      { authorization: `Basic ${encode('pk_test_no3ds:sk_test_manual')}` },
      basic('cardonfile'),
      { 'x-public-key': 'pk_test_nobody' },
      { 'x-public-key': 'pk_test_cardonfile' },
    ];
    const answers = await Promise.all(refused.map((headers) => whoami(headers)));
    const faces = answers.map((answer) => {
      const headers = Object.fromEntries(answer.headers);
      delete headers['x-request-id'];
      delete headers.date;
      delete headers['www-authenticate'];
      return JSON.stringify([answer.status, answer.body.error, Object.keys(headers)]);
    });
    expect(answers[0]?.status).toBe(401);
    expect(new Set(faces).size).toBe(1);
    const asked = answers.map(({ headers }) => headers.get('www-authenticate'));
    expect(asked).toEqual([...Array(4).fill('Basic realm="checkout"'), null, null]);
  });

  it('leaves a mark in the log where a secret key comes as a public one', async () => {
    await whoami({ 'x-public-key': 'sk_test_no3ds' });
    expect(service.logged.at(-1)).toContain('secret key in a public slot');
    expect(service.logged.join('')).not.toContain('sk_test_no3ds');
  });

  it.each([
    ['Origin', { origin: 'https://loja.example' }],
    ['an Origin of null', { origin: 'null' }],
    ['an empty Origin', { origin: '' }],
    ['Referer', { referer: 'https://loja.example/pay' }],
    ['an empty Referer', { referer: '' }],
  ])('answers 403 to a pair with %s, right or wrong', async (_, headers) => {
    for (const account of ['no3ds', 'nobody']) {
      const answer = await whoami({ ...basic(account), ...headers });
      expect([answer.status, answer.body.error.code]).toEqual([403, 'FORBIDDEN']);
      expect(answer.headers.get('access-control-allow-origin')).toBeNull();
    }
  });

  it('lets exactly 30 of 100 calls at once pass, and says when to come back', async () => {
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => whoami(basic('no3ds'), '192.0.2.1')),
    );
    expect(answers.filter((answer) => answer.status === 200).length).toBe(30);
    const refused = answers.find((answer) => answer.status === 429);
    expect(refused?.body.error.code).toBe('RATE_LIMITED');
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(Number(refused?.headers.get('retry-after'))).toBeLessThanOrEqual(60);
  });

  it('counts by the address our own proxy saw, not by what a caller writes', async () => {
    const calls = Array.from({ length: 31 }, (_, index) =>
      whoami(basic('no3ds'), `203.0.113.${index}, 192.0.2.2`),
    );
    const statuses = (await Promise.all(calls)).map((answer) => answer.status);
    expect(statuses.filter((status) => status === 429).length).toBe(1);
  });

  it('counts IPv6 addresses of one prefix together', async () => {
    const calls = Array.from({ length: 31 }, (_, index) =>
      whoami(basic('no3ds'), `2001:db8:1:2::${index.toString(16)}`),
    );
    const statuses = (await Promise.all(calls)).map((answer) => answer.status);
    expect(statuses.filter((status) => status === 429).length).toBe(1);
  });
});

describe('secret-key endpoints', () => {
  const service = opened(startTestService);

  const ENDPOINTS = [
    ['POST', '/payin'],
    ['GET', '/payin/pay_no3ds_x'],
    ['POST', '/sandbox/clock'],
  ] as const;
  const pair = (publicKey: string, secretKey: string) => ({
    authorization: `Basic ${btoa(`${publicKey}:${secretKey}`)}`,
  });
  const call = (method: string, path: string, headers: Record<string, string>) =>
    send(`${service.baseUrl}${path}`, { method, headers });

  it.each([
    [401, 'nothing at all', {}, 'from your server'],
    [401, 'the public key alone', { 'x-public-key': 'pk_test_no3ds' }, 'from your server'],
    [400, 'the keys in the wrong order', pair('sk_test_no3ds', 'pk_test_no3ds'), 'comes first'],
    [400, 'keys of nobody in the wrong order', pair('sk_test_x', 'pk_test_x'), 'comes first'],
    [400, 'two public keys', pair('pk_test_no3ds', 'pk_test_no3ds'), 'comes first'],
    [400, 'a secret key alone', { 'x-public-key': 'sk_test_no3ds' }, 'revoke it'],
    [401, 'a live and a test key', pair('pk_live_no3ds', 'sk_test_no3ds'), 'the other a live key'],
    [401, 'a test and a live key', pair('pk_test_no3ds', 'sk_live_x'), 'the other a live key'],
    [401, 'a pair of nobody', pair('pk_test_nobody', 'sk_test_nobody'), 'wrong or no longer valid'],
    [401, 'another secret', pair('pk_test_no3ds', 'sk_test_nobody'), 'wrong or no longer valid'],
  ])('%i: %s is told by its form alone', async (status, _what, headers, message) => {
    const answer = await call('POST', '/payin', headers);
    expect(answer.status).toBe(status);
    expect(answer.body.error.message).toContain(message);
    for (const key of ['no3ds', 'nobody']) expect(answer.text).not.toContain(key);
  });

  it('ask for the pair as HTTP does, but never a browser', async () => {
    const asked = async (path: string, headers: Record<string, string>) =>
      (await call('GET', path, headers)).headers.get('www-authenticate');
    const nobody = pair('pk_test_nobody', 'sk_test_nobody');
    const basicRealm = 'Basic realm="checkout"';
    expect(await asked('/payin/pay_x', {})).toBe(basicRealm);
    expect(await asked('/payin/pay_x', nobody)).toBe(basicRealm);
    expect(await asked('/payin/pay_x', { origin: 'https://loja.example' })).toBeNull();
    expect(await asked('/payin/pay_x', { 'x-public-key': 'pk_test_nobody' })).toBeNull();
    expect(await asked('/checkout/config', nobody)).toBeNull();
    expect(await asked('/checkout/config', {})).toBeNull();
  });

  it.each(ENDPOINTS)('%s %s gives a preflight no permission', async (method, path) => {
    const answer = await call('OPTIONS', path, {
      origin: 'https://loja.example',
      'access-control-request-method': method,
      'access-control-request-headers': 'authorization',
    });
    const names = [...answer.headers.keys()];
    expect(names.filter((name) => name.startsWith('access-control-'))).toEqual([]);
  });
});
