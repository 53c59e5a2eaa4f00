import { describe, expect, it } from 'vitest';
import { checkoutConfigSchema } from '../../../contract/checkout-config.ts';
import { opened } from '../../testing/opened.ts';
import { sql } from '../../testing/sql.ts';
import { testDatabases } from '../../testing/test-db.ts';
import { send, startTestService, VALID_CARD } from '../../testing/test-service.ts';

const SIGNALS = {
  language: 'pt-BR',
  timezone: 'America/Sao_Paulo',
  timezoneOffsetMinutes: 180,
  screenWidth: 390,
  screenHeight: 844,
  colorDepth: 24,
  touchPoints: 5,
};
const TOKEN_REQUEST = { amount: 100, installments: 1, referenceId: 'order', card: VALID_CARD };

describe.each(testDatabases())('the calls under /checkout on $engine', (database) => {
  const service = opened(() => startTestService({ database }));

  const key = (account: string) => ({ 'x-public-key': `pk_test_${account}` });

  it.each(['baseUrl', 'checkoutUrl'] as const)('tells the configuration at %s', async (origin) => {
    const answer = await send(`${service[origin]}/checkout/config`, { headers: key('preorder') });
    expect(answer.status).toBe(200);
    expect(checkoutConfigSchema.parse(answer.body)).toMatchObject({
      scope: 'public',
      companyId: 'preorder',
      checkoutUrl: service.checkoutUrl,
      origins: [],
      maxInstallments: 12,
      capabilities: { threeDS: { enabled: true, flow: 'pre-order', provider: 'sandbox' } },
    });
  });

  it('tells what installments cost, of the account that has a table alone', async () => {
    const tableOf = async (account: string) =>
      (await send(`${service.baseUrl}/checkout/config`, { headers: key(account) })).body
        .installmentTable;
    expect(await tableOf('interest')).toEqual({
      minimumAmount: 500,
      rows: [
        { from: 3, ratePerMonth: 149, paidBy: 'merchant' },
        { from: 4, ratePerMonth: 199, paidBy: 'buyer' },
      ],
    });
    expect(await tableOf('no3ds')).toBeUndefined();
  });

  it.each(['pending', 'blocked'])('tells the account %s that it cannot transact', async (name) => {
    const answer = await send(`${service.baseUrl}/checkout/config`, { headers: key(name) });
    expect([answer.status, answer.body.canTransact]).toEqual([200, false]);
  });

  it('lets any page call with the public key, and lends it no secret header', async () => {
    const preflight = await send(`${service.baseUrl}/checkout/tokens`, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://loja.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'x-public-key,content-type',
      },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-origin')).toBe('*');
    expect(preflight.headers.get('access-control-allow-headers')).toBe(
      'x-public-key, content-type',
    );
    expect(preflight.headers.get('access-control-allow-credentials')).toBeNull();
    expect(preflight.headers.get('vary')).toContain('Origin');
  });

  it('lets a page read why it was refused', async () => {
    const answer = await send(`${service.baseUrl}/checkout/config`, {
      headers: { ...key('nobody'), origin: 'https://loja.example' },
    });
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
  });

  it('gives no such permission at checkout_url', async () => {
    const answer = await send(`${service.checkoutUrl}/checkout/config`, {
      headers: { ...key('no3ds'), origin: 'https://loja.example' },
    });
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
  });

  it('opens an antifraud session, and skips it where the account has none', async () => {
    const open = (account: string) =>
      send(`${service.checkoutUrl}/checkout/antifraud-sessions`, {
        body: { signals: SIGNALS },
        headers: key(account),
      });
    expect((await open('manual')).body).toEqual({
      skipped: false,
      sessionId: expect.stringMatching(/^afs_manual_[\w-]{22}$/),
    });
    expect((await open('no3ds')).body).toEqual({ skipped: true, sessionId: null });
  });

  it('makes a token that tells brand and last four digits alone', async () => {
    const answer = await send(`${service.checkoutUrl}/checkout/tokens`, {
      body: { ...TOKEN_REQUEST, card: { ...VALID_CARD, number: '6516800000000015' } },
      headers: key('no3ds'),
    });
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
      token: expect.stringMatching(/^tok_[\w-]{43}$/),
      brand: 'elo',
      last4: '0015',
      expiresAt: expect.any(String),
    });
  });

  it('keeps neither token nor card where they could be read', async () => {
    const answer = await send(`${service.checkoutUrl}/checkout/tokens`, {
      body: TOKEN_REQUEST,
      headers: key('no3ds'),
    });
    const rows = await sql(service.db)`
      SELECT encode(sealed_card, 'escape') AS card, encode(token_hash, 'escape') AS token
      FROM card_tokens WHERE company_id = 'no3ds'`;
    expect(JSON.stringify(rows)).not.toContain(VALID_CARD.number);
    expect(JSON.stringify(rows)).not.toContain(answer.body.token);
  });

  it.each<[string, object, string]>([
    [
      'an expired card',
      { card: { ...VALID_CARD, expirationYear: '2020' } },
      'card.expirationMonth',
    ],
    ['too many installments', { installments: 13 }, 'installments'],
    ['no holder', { card: { ...VALID_CARD, holderName: '' } }, 'card.holderName'],
    [
      'a number that fails Luhn',
      { card: { ...VALID_CARD, number: '4111111111111112' } },
      'card.number',
    ],
    ['an amount beyond safe integers', { amount: 2 ** 60 }, 'amount'],
  ])('makes no token of %s', async (_, change, path) => {
    const answer = await send(`${service.checkoutUrl}/checkout/tokens`, {
      body: { ...TOKEN_REQUEST, ...change },
      headers: key('no3ds'),
    });
    expect([answer.status, answer.body.error.details[0].path]).toEqual([400, path]);
  });

  it.each([
    ['pending', 'KYC_NOT_APPROVED'],
    ['blocked', 'COMPANY_BLOCKED'],
    ['nocard', 'METHOD_NOT_ENABLED'],
  ])('refuses tokens and sessions to the account %s', async (account, code) => {
    for (const [path, body] of [
      ['/checkout/tokens', TOKEN_REQUEST],
      ['/checkout/antifraud-sessions', { signals: SIGNALS }],
    ] as const) {
      const answer = await send(`${service.baseUrl}${path}`, { body, headers: key(account) });
      expect([answer.status, answer.body.error.code]).toEqual([403, code]);
    }
  });
});
