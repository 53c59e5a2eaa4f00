import { getBoletoInfo, getPixPayloadInfo } from '@brazilian-utils/brazilian-utils';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  payinBoletoCreatedSchema,
  payinOpenFinanceCreatedSchema,
  payinPixCreatedSchema,
  payinRecordSchema,
} from '../../../contract/payments/payin.ts';
import { readBrCode } from '../../base/formats/br-code.ts';
import { opened } from '../../testing/opened.ts';
import { checkedFetch } from '../../testing/test-checked-fetch.ts';
import { testDatabases } from '../../testing/test-db.ts';
import { send, startTestService, validPayin } from '../../testing/test-service.ts';

const MINUTES = 60;
const DAYS = 24 * 60 * MINUTES;

describe.each(testDatabases())('POST /payin by other means than cards on $engine', (database) => {
  const now = { offsetMs: 0 };
  const START = Date.UTC(2026, 10, 20, 15);

  const service = opened(() =>
    startTestService({
      ...{ database, now: () => new Date(START + now.offsetMs) },
      settings: { trustedProxyHops: 1 },
    }),
  );
  beforeEach(() => Object.assign(now, { offsetMs: 0 }));

  const request = (paymentMethod: string, change: Record<string, unknown> = {}) =>
    validPayin({ paymentMethod, ...change });
  const pay = (body: unknown, account = 'no3ds') => service.post(account, '/payin', body);
  const show = (id: string, account = 'no3ds') => service.get(account, `/payin/${id}`);
  const advance = (advanceSeconds: number, account = 'no3ds') =>
    service.post(account, '/sandbox/clock', { advanceSeconds });

  it('answers PIX with a code that a third party reads back', async () => {
    const body = request('PIX', { amount: 15_990 });
    const answer = await pay(body);
    expect(answer.status).toBe(201);
    expect(Object.keys(answer.body).sort()).toEqual(
      Object.keys(payinPixCreatedSchema.parse(answer.body)).sort(),
    );
    expect(answer.body).toMatchObject({ status: 'PENDING', amount: 15_990, paymentMethod: 'PIX' });
    const code = answer.body.pix.qrcode;
    expect(readBrCode(code)).toMatchObject({ amount: 15_990, merchantName: 'Tres Marias' });
    expect(getPixPayloadInfo(code)).toMatchObject({
      amount: 159.9,
      merchantName: 'Tres Marias',
      txid: expect.stringMatching(/^[A-Z0-9]{25}$/),
    });
    const expiresAt = new Date(Date.parse(answer.body.createdAt) + 30 * 60_000).toISOString();
    expect(answer.body.expiresAt).toBe(expiresAt);
    const record = await show(answer.body.id);
    expect(payinRecordSchema.parse(record.body)).toMatchObject({
      pixCopyAndPaste: code,
      boletoBarcode: null,
      boletoPixCopyAndPaste: null,
      boletoUrl: null,
      netAmount: null,
      reservedAmount: null,
      feeAmount: null,
      boletoDueDate: null,
      expiresAt,
      installments: 1,
      customer: body.customer,
    });
  });

  it('answers BOLETO with a line that a third party reads back, and the address of its PDF', async () => {
    const answer = await pay(request('BOLETO', { amount: 9_999_999_999 }));
    expect(answer.status).toBe(201);
    const { boleto, ...rest } = payinBoletoCreatedSchema.parse(answer.body);
    expect(rest).toMatchObject({ status: 'PENDING', paymentMethod: 'BOLETO' });
    const read = getBoletoInfo(boleto.barcode, { referenceDate: new Date(START) });
    expect(read).toMatchObject({ amount: 9_999_999_999 });
    expect(read?.expirationDate?.toISOString().slice(0, 10)).toBe('2026-11-23');
    expect([boleto.dueDate, rest.expiresAt]).toEqual(['2026-11-23', '2026-11-26T02:59:59.000Z']);
    const { pixQrcode = '' } = boleto;
    expect(readBrCode(pixQrcode)).toMatchObject({ amount: 9_999_999_999 });
    expect(boleto.url).toMatch(/\/boletos\/bol_no3ds_[\w-]{22}\.pdf$/);
    expect((await show(answer.body.id)).body).toMatchObject({
      boletoBarcode: boleto.barcode,
      boletoUrl: boleto.url,
      boletoDueDate: boleto.dueDate,
      expiresAt: rest.expiresAt,
      boletoPixCopyAndPaste: pixQrcode,
      pixCopyAndPaste: null,
    });
    const pdf = await checkedFetch(boleto.url);
    expect(pdf.status).toBe(200);
    expect(pdf.headers.get('content-type')).toBe('application/pdf');
    expect(pdf.headers.get('cache-control')).toBe('no-store');
    expect(
      Buffer.from(await pdf.arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-');
  });

  it.each([
    ['bol_no3ds_AAAAAAAAAAAAAAAAAAAAAA.pdf'],
    ['bol_nobody_AAAAAAAAAAAAAAAAAAAAAA.pdf'],
    ['bol_no3ds_AAAAAAAAAAAAAAAAAAAAAA'],
    ["bol_'; --_AAAAAAAAAAAAAAAAAAAAAA.pdf"],
    ['.pdf'],
  ])('answers 404 for the boleto %s', async (file) => {
    const answer = await send(`${service.baseUrl}/boletos/${encodeURIComponent(file)}`);
    expect([answer.status, answer.body.error.code]).toEqual([404, 'NOT_FOUND']);
  });

  it('draws an address at most 60 boletos a minute, and again once the minute is over', async () => {
    const { body } = await pay(request('BOLETO'));
    const ask = () => send(body.boleto.url, { headers: { 'x-forwarded-for': '203.0.113.9' } });
    const statuses: number[] = [];
    // All at once would wait for longer on a busy machine than a request may take to arrive.
    for (let sent = 0; sent < 65; sent += 5) {
      const answers = await Promise.all(Array.from({ length: 5 }, ask));
      statuses.push(...answers.map(({ status }) => status));
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(60);
    const refused = await ask();
    expect([refused.status, refused.body.error.code]).toEqual([429, 'RATE_LIMITED']);
    expect(Number(refused.headers.get('retry-after'))).toBe(60);
    now.offsetMs += 60_000;
    expect((await ask()).status).toBe(200);
  });

  it('answers OPEN_FINANCE with an address at the bank, and asks no address of the customer', async () => {
    const { customer } = validPayin();
    const { address: _address, ...payer } = customer;
    const answer = await pay(request('OPEN_FINANCE', { customer: payer }));
    expect(answer.status).toBe(201);
    const created = payinOpenFinanceCreatedSchema.parse(answer.body);
    expect(new URL(created.openFinanceRedirectUrl).origin).toBe(service.bankUrl);
    const record = await show(answer.body.id);
    expect(created.expiresAt).toBe(
      new Date(Date.parse(created.createdAt) + 60 * 60_000).toISOString(),
    );
    expect(payinRecordSchema.parse(record.body)).toMatchObject({
      paymentMethod: 'OPEN_FINANCE',
      expiresAt: created.expiresAt,
      customer: payer,
      status: 'PENDING',
    });
    expect(record.body.customer).not.toHaveProperty('address');
  });

  it.each([
    ['PIX', { customer: { ...validPayin().customer, address: undefined } }, 'customer.address'],
    ['BOLETO', { customer: { ...validPayin().customer, address: undefined } }, 'customer.address'],
    ['BOLETO', { amount: 10_000_000_000 }, 'amount'],
    ['OPEN_FINANCE', { bankId: undefined }, 'bankId'],
    ['OPEN_FINANCE', { bankId: 'nowhere' }, 'bankId'],
    ['OPEN_FINANCE', { customer: undefined }, 'customer'],
    ['PIX', { antifraud: { sessionId: 'afs_unknown' } }, 'antifraud.sessionId'],
    ['PIX', { subSellerId: 'seller' }, 'subSellerId'],
    ['PIX', { split: [{ recipientId: 'a', percent: 100 }] }, 'split'],
  ])('refuses %s with %j', async (method, change, path) => {
    const answer = await pay({ ...request(method), ...change });
    expect([answer.status, answer.body.error.code]).toEqual([400, 'INVALID_DATA']);
    expect(answer.body.error.details.map((detail: { path: string }) => detail.path)).toContain(
      path,
    );
  });

  it('refuses a method that is not enabled', async () => {
    const answer = await pay(request('OPEN_FINANCE'), 'manual');
    expect([answer.status, answer.body.error.code]).toEqual([403, 'METHOD_NOT_ENABLED']);
  });

  it('lists the banks of the account, none where open finance is not configured', async () => {
    const list = (account: string) => service.get(account, '/payin/open-finance/banks');
    expect((await list('no3ds')).body).toEqual({
      banks: [
        { id: 'ipe', name: 'Banco Ipê' },
        { id: 'jatoba', name: 'Banco Jatobá' },
        { id: 'mandacaru', name: 'Cooperativa Mandacaru' },
      ],
    });
    expect((await list('manual')).body).toEqual({ banks: [] });
    expect((await list('pending')).status).toBe(403);
    expect((await send(`${service.baseUrl}/payin/open-finance/banks`)).status).toBe(401);
  });

  it.each([
    ['PIX', 30 * MINUTES, 'EXPIRED'],
    ['OPEN_FINANCE', 60 * MINUTES, 'CANCELED'],
    // 12:00 in São Paulo: five days to that day's end, less half of it.
    ['BOLETO', 5 * DAYS + 12 * 60 * MINUTES - 1, 'EXPIRED'],
  ])('ends %s after %i seconds as %s, and frees its reference', async (method, seconds, status) => {
    const account = method === 'PIX' ? 'nocard' : method === 'BOLETO' ? 'postorder' : 'cardonfile';
    const body = request(method);
    const { id } = (await pay(body, account)).body;
    await advance(seconds - 1, account);
    expect((await show(id, account)).body.status).toBe('PENDING');
    await advance(1, account);
    expect((await show(id, account)).body.status).toBe(status);
    const again = await pay(body, account);
    expect(again.body).toMatchObject({ status: 'PENDING' });
    expect(again.body.id).not.toBe(id);
  });

  it('ends what is over by looking, before any timer', async () => {
    const body = request('PIX');
    const { id } = (await pay(body)).body;
    now.offsetMs += 30 * MINUTES * 1000;
    const looks = await Promise.all(Array.from({ length: 5 }, () => show(id)));
    expect(new Set(looks.map((look) => look.body.status))).toEqual(new Set(['EXPIRED']));
    expect((await pay(body)).body.id).not.toBe(id);
  });

  it('keeps a split as centavos with the payin, and refuses one that does not add up', async () => {
    const split = [
      { recipientId: 'seller-1', percent: 33.33 },
      { recipientId: 'preorder', percent: 66.67 },
    ];
    const answer = await pay(request('PIX', { amount: 100, split, subSellerId: 's' }), 'preorder');
    expect(answer.status).toBe(201);
    const rows = await service.db.query<{ split: unknown; sub_seller_id: string }>({
      name: '',
      text: `SELECT split, sub_seller_id FROM payins WHERE company_id = 'preorder' AND id = $1`,
      values: [answer.body.id],
    });
    expect(rows).toEqual([
      {
        split: [
          { recipientId: 'seller-1', amount: 33 },
          { recipientId: 'preorder', amount: 67 },
        ],
        sub_seller_id: 's',
      },
    ]);
    const wrong = await pay(request('PIX', { split: split.slice(0, 1) }), 'preorder');
    expect(wrong.body.error).toMatchObject({ code: 'INVALID_DATA', details: [{ path: 'split' }] });
  });
});
