import { describe, expect, it } from 'vitest';
import { payinRecordSchema } from '../../../contract/payments/payin.ts';
import { pixViewSchema } from '../../../contract/payments/pix-view.ts';
import { qrSquares } from '../../base/formats/qr-squares.ts';
import { opened } from '../../testing/opened.ts';
import { readEveryRow } from '../../testing/test-canary.ts';
import { testDatabases } from '../../testing/test-db.ts';
import { receiverOf } from '../../testing/test-receiver.ts';
import { send, startTestService, validPayin } from '../../testing/test-service.ts';

const MINUTES = 60;
const HOURS = 60 * MINUTES;
const START = Date.UTC(2026, 10, 20, 15);

describe.each(testDatabases())('the view token of a payin by PIX on $engine', (database) => {
  const now = { offsetMs: 0 };

  const service = opened(() =>
    startTestService({ database, now: () => new Date(START + now.offsetMs) }),
  );

  const order = (change: Record<string, unknown> = {}) =>
    validPayin({ paymentMethod: 'PIX', ...change });
  const pay = async (body: unknown, headers: Record<string, string> = {}, account = 'no3ds') => {
    const answer = await service.post(account, '/payin', body, headers);
    expect(answer.status).toBe(201);
    return answer.body;
  };
  const view = (
    viewToken: unknown,
    account = 'no3ds',
    origin: 'baseUrl' | 'checkoutUrl' = 'checkoutUrl',
  ) =>
    send(`${service[origin]}/checkout/pix-view`, {
      body: { viewToken },
      headers: { 'x-public-key': `pk_test_${account}` },
    });
  const viewPayment = (viewToken: string, account = 'no3ds') =>
    service.fromPage(account, '/checkout/payment-view', { viewToken });
  const control = (id: string, move: string) =>
    service.post('no3ds', `/sandbox/payins/${id}/${move}`);
  const advance = (advanceSeconds: number) =>
    service.post('no3ds', '/sandbox/clock', { advanceSeconds });
  const refusal = async (answer: ReturnType<typeof view>) => {
    const { status, body } = await answer;
    return [status, body.error.code, body.error.message];
  };

  it.each(['baseUrl', 'checkoutUrl'] as const)(
    'reads status, amount, code, end and merchant at %s, and nothing of the customer',
    async (origin) => {
      const { pix } = await pay(order({ amount: 15_990 }));
      const answer = await view(pix.viewToken, 'no3ds', origin);
      expect(answer.status).toBe(200);
      expect(answer.headers.get('cache-control')).toBe('no-store');
      expect(pixViewSchema.parse(answer.body)).toEqual(answer.body);
      expect(answer.body).toMatchObject({
        status: 'PENDING',
        amount: 15_990,
        merchantName: 'Três Marias',
        qrcode: pix.qrcode,
        qr: null,
        remainingMs: 30 * MINUTES * 1000,
      });
      expect(answer.text).not.toMatch(/Souza|52998224725|Livro|Flores|order-|pay_/);
    },
  );

  it('gives the squares of the QR code where they are asked for, and no more once it ended', async () => {
    const { id, pix } = await pay(order());
    const ask = () =>
      service.fromPage('no3ds', '/checkout/pix-view', {
        viewToken: pix.viewToken,
        withSquares: true,
      });
    expect((await ask()).body.qr).toEqual(qrSquares(pix.qrcode));
    await control(id, 'pay');
    expect((await ask()).body).toMatchObject({ status: 'APPROVED', qrcode: null, qr: null });
  });

  it('is in no list, event, log or row of the database', async () => {
    const receiver = await receiverOf();
    const webhookUrl = receiver.url;
    const { id, pix } = await pay(order({ webhookUrl }), { 'idempotency-key': 'kept' });
    const list = await service.get('no3ds', '/payin');
    expect(list.text).toContain(id);
    expect(list.text).not.toContain('pvt_');
    await control(id, 'pay');
    await receiver.untilEvents(1);
    expect(JSON.stringify(receiver.events)).not.toContain('pvt_');
    const rows = (await readEveryRow(service.db)).join('\n');
    expect(rows).toContain(pix.qrcode);
    expect(rows).not.toContain(pix.viewToken.slice(-43));
    expect(service.logged.join('')).not.toContain(pix.viewToken.slice(-43));
  });

  it('comes again with a repeat, by body and by Idempotency-Key, and works on', async () => {
    const body = order();
    const first = await pay(body, { 'idempotency-key': 'again' });
    expect(await pay(body, { 'idempotency-key': 'again' })).toEqual(first);
    expect((await pay(body)).pix).toEqual(first.pix);
    // A page that is reloaded asks with the same one.
    for (const _ of [1, 2]) expect((await view(first.pix.viewToken)).status).toBe(200);
  });

  it('is not given with a card', async () => {
    expect(JSON.stringify(await pay(validPayin()))).not.toContain('pvt_');
  });

  const WAITING = [
    ['PIX', {}, 'pix'],
    ['BOLETO', {}, 'boleto'],
    ['OPEN_FINANCE', { bankId: 'ipe' }, 'openFinanceRedirectUrl'],
  ] as const;

  it.each(WAITING)(
    'comes with all that shows a %s again, of its record, as long as it waits',
    async (paymentMethod, change, member) => {
      const { id, viewToken, ...made } = await pay(order({ paymentMethod, ...change }));
      const show = async () => (await service.get('no3ds', `/payin/${id}`)).body;
      const waiting = await show();
      expect(waiting).toMatchObject({ viewToken, [member]: made[member] });
      expect(payinRecordSchema.parse(waiting)).toEqual(waiting);
      expect(waiting.pix?.viewToken).toBe(paymentMethod === 'PIX' ? viewToken : undefined);
      await control(id, 'cancel');
      const { viewToken: _, [member]: __, ...rest } = waiting;
      expect(Object.keys(await show()).sort()).toEqual(Object.keys(rest).sort());
    },
  );

  it.each(WAITING)('shows a %s to its buyer, not who that is', async (paymentMethod, change) => {
    const made = await pay(order({ paymentMethod, amount: 15_990, ...change }));
    const answer = await viewPayment(made.viewToken);
    expect(answer.body).toEqual({
      status: 'PENDING',
      amount: 15_990,
      merchantName: 'Três Marias',
      paymentMethod,
      qrcode: made.pix?.qrcode ?? made.boleto?.pixQrcode ?? null,
      qr: null,
      barcode: made.boleto?.barcode ?? null,
      dueDate: made.boleto?.dueDate ?? null,
      openFinanceRedirectUrl: made.openFinanceRedirectUrl ?? null,
      expiresAt: made.expiresAt,
      remainingMs: Date.parse(made.expiresAt) - Date.parse(made.createdAt),
    });
    expect(answer.text).not.toMatch(/Souza|52998224725|Livro|Flores|order-|pay_|[./]pdf\b/);
    await control(made.id, 'pay');
    const { body } = await viewPayment(made.viewToken);
    expect(body).toMatchObject({
      ...{ status: 'APPROVED', qrcode: null, barcode: null },
      openFinanceRedirectUrl: null,
    });
  });

  it('of another method opens no PIX, and a wrong one no payment', async () => {
    const { viewToken } = await pay(order({ paymentMethod: 'BOLETO' }));
    const [, , unknown] = await refusal(view('pvt_none'));
    expect(await refusal(view(viewToken))).toEqual([404, 'NOT_FOUND', unknown]);
    expect(await refusal(viewPayment('pvt_none'))).toEqual([404, 'NOT_FOUND', unknown]);
    expect(await refusal(viewPayment(viewToken, 'manual'))).toEqual([404, 'NOT_FOUND', unknown]);
  });

  it.each([
    ['pay', 'APPROVED'],
    ['expire', 'EXPIRED'],
    ['cancel', 'CANCELED'],
  ])('tells that it ended after %s, and no code to pay', async (move, status) => {
    const { id, pix } = await pay(order());
    expect((await control(id, move)).status).toBe(200);
    expect((await view(pix.viewToken)).body).toMatchObject({ status, qrcode: null });
  });

  it('ends a payin whose time is over, and opens nothing a day later', async () => {
    const { pix } = await pay(order());
    await advance(30 * MINUTES - 1);
    expect((await view(pix.viewToken)).body).toMatchObject({
      status: 'PENDING',
      remainingMs: 1000,
    });
    await advance(1);
    const over = { status: 'EXPIRED', qrcode: null, remainingMs: 0 };
    expect((await view(pix.viewToken)).body).toMatchObject(over);
    await advance(24 * HOURS - 1);
    expect((await view(pix.viewToken)).body).toMatchObject(over);
    await advance(1);
    expect(await refusal(view(pix.viewToken))).toEqual([
      404,
      'NOT_FOUND',
      'This view token is over: its payin ended over a day ago.',
    ]);
  });

  it.each<[string, (token: string, other: string) => string]>([
    ['one that is none', () => 'pvt_no3ds'],
    ['the id alone', (token) => token.replace(/^pvt_(.*)_.{43}$/, 'pay_$1')],
    [
      'one with a changed end',
      (token) => `${token.slice(0, -2)}${token.endsWith('AA') ? 'BB' : 'AA'}`,
    ],
    ['one cut short', (token) => token.slice(0, -1)],
    ['the proof of another payin', (token, other) => token.slice(0, -43) + other.slice(-43)],
    ['one in capitals', (token) => token.toUpperCase()],
  ])('refuses %s', async (_, spoil) => {
    const [one, other] = [await pay(order()), await pay(order())];
    expect(await refusal(view(spoil(one.pix.viewToken, other.pix.viewToken)))).toEqual([
      404,
      'NOT_FOUND',
      'This view token opens no payin of this account.',
    ]);
  });

  it("refuses another account's, with the words of one that is none", async () => {
    const { pix } = await pay(order());
    expect(await refusal(view(pix.viewToken, 'manual'))).toEqual(await refusal(view('pvt_none')));
  });

  it.each([[undefined], [''], [7], [{}], ['x'.repeat(301)], ['a\u0000b']])(
    'refuses %j as a token',
    async (token) => {
      const { status, body } = await view(token);
      expect([status, body.error.code, body.error.details[0].path]).toEqual([
        400,
        'INVALID_DATA',
        'viewToken',
      ]);
    },
  );

  it('opens nothing but the view', async () => {
    const { id, pix } = await pay(order());
    for (const headers of [
      { authorization: `Bearer ${pix.viewToken}` },
      { 'x-public-key': pix.viewToken },
      { 'x-api-key': 'pk_test_no3ds', 'x-api-secret': pix.viewToken },
    ] as Record<string, string>[]) {
      const { status } = await send(`${service.baseUrl}/payin/${id}`, { headers });
      expect([400, 401]).toContain(status);
    }
  });

  it('is asked about at most 60 times a minute for one payin, and others go on', async () => {
    const [busy, other] = [await pay(order()), await pay(order())];
    const answers = await Promise.all(Array.from({ length: 65 }, () => view(busy.pix.viewToken)));
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(5);
    expect(refused[0]?.body.error.code).toBe('RATE_LIMITED');
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await view(other.pix.viewToken)).status).toBe(200);
    now.offsetMs += 61_000;
    expect((await view(busy.pix.viewToken)).status).toBe(200);
  });
});
