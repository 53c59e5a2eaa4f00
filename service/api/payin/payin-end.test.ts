import { inflateSync } from 'node:zlib';
import { beforeEach, describe, expect, it } from 'vitest';
import { COMMON_TERMS } from '../../providers/acquirer.ts';
import { opened } from '../../testing/opened.ts';
import { checkedFetch } from '../../testing/test-checked-fetch.ts';
import { testDatabases } from '../../testing/test-db.ts';
import { startTestService, validPayin } from '../../testing/test-service.ts';

/** What is written in the first stream of a PDF. */
function textOf(pdf: Buffer): string {
  const start = pdf.indexOf('stream', pdf.indexOf('/FlateDecode')) + 'stream\n'.length;
  const drawn = inflateSync(pdf.subarray(start, pdf.indexOf('\nendstream', start))).toString();
  return [...drawn.matchAll(/<([0-9a-f]*)>/gi)]
    .map(([, hex = '']) => Buffer.from(hex, 'hex').toString('latin1'))
    .join('');
}

const START = Date.UTC(2026, 10, 20, 15);
const DAY_SECONDS = 24 * 60 * 60;

describe.each(testDatabases())('the end that a merchant asks for, on $engine', (database) => {
  const service = opened(() => startTestService({ database, now: () => new Date(START) }));

  const pay = (paymentMethod: string, change: object = {}, more: Record<string, string> = {}) =>
    service.post('no3ds', '/payin', validPayin({ paymentMethod, ...change }), more);
  const show = async (id: string) => (await service.get('no3ds', `/payin/${id}`)).body;

  it.each([
    [60, '2026-11-20T15:01:00.000Z'],
    [DAY_SECONDS, '2026-11-21T15:00:00.000Z'],
    [undefined, '2026-11-20T15:30:00.000Z'],
    [null, '2026-11-20T15:30:00.000Z'],
  ])('of a PIX after %s seconds is %s', async (expiresInSeconds, expiresAt) => {
    const { status, body } = await pay('PIX', { expiresInSeconds });
    expect([status, body.expiresAt]).toEqual([201, expiresAt]);
    expect((await show(body.id)).expiresAt).toBe(expiresAt);
  });

  it.each([
    // A holiday on a Friday, paid on Monday the 23rd, which is told on Tuesday.
    ['2026-11-20', '2026-11-25T02:59:59.000Z'],
    ['2027-01-19', '2027-01-22T02:59:59.000Z'],
    [undefined, '2026-11-26T02:59:59.000Z'],
    ['', '2026-11-26T02:59:59.000Z'],
  ])('of a boleto due on %s is %s', async (dueDate, expiresAt) => {
    const { status, body } = await pay('BOLETO', { dueDate });
    const dueOn = dueDate || '2026-11-23';
    expect([status, body.expiresAt, body.boleto?.dueDate]).toEqual([201, expiresAt, dueOn]);
    expect(await show(body.id)).toMatchObject({ expiresAt, boletoDueDate: dueOn });
    const pdf = Buffer.from(await (await checkedFetch(body.boleto.url)).arrayBuffer());
    expect(textOf(pdf)).toContain(dueOn.split('-').reverse().join('/'));
  });

  it.each<[string, object, object]>([
    ['PIX', { expiresInSeconds: 59 }, { rule: 'whole_number', params: { min: 60, max: 86_400 } }],
    ['PIX', { expiresInSeconds: 86_401 }, { path: 'expiresInSeconds', rule: 'whole_number' }],
    ['PIX', { expiresInSeconds: 90.5 }, { path: 'expiresInSeconds', rule: 'wrong_type' }],
    ['PIX', { expiresInSeconds: '90' }, { path: 'expiresInSeconds', rule: 'wrong_type' }],
    ['BOLETO', { dueDate: '2026-11-19' }, { path: 'dueDate', rule: 'day_between' }],
    [
      'BOLETO',
      { dueDate: '2027-01-20' },
      { rule: 'day_between', params: { first: '2026-11-20', last: '2027-01-19' } },
    ],
    ['BOLETO', { dueDate: '2026-11-31' }, { path: 'dueDate', rule: 'format' }],
    ['BOLETO', { dueDate: '21/11/2026' }, { path: 'dueDate', rule: 'format' }],
  ])('is refused of %s with %j, with what is taken', async (method, change, detail) => {
    const { status, body } = await pay(method, change);
    expect([status, body.error.code]).toEqual([400, 'INVALID_DATA']);
    expect(body.error.details).toMatchObject([detail]);
  });

  it('that is of another method says nothing', async () => {
    const other = { dueDate: '2020-01-01', expiresInSeconds: 1 };
    const { body } = await pay('OPEN_FINANCE', { bankId: 'ipe', ...other });
    expect(body.expiresAt).toBe('2026-11-20T16:00:00.000Z');
    expect((await pay('PIX', { dueDate: '2020-01-01' })).status).toBe(201);
  });

  it('makes no other order: a repeat with another end is answered by the payin', async () => {
    const referenceId = 'order-of-one-end';
    const first = await pay('PIX', { referenceId, expiresInSeconds: 90 });
    const again = await pay('PIX', { referenceId, expiresInSeconds: 900 });
    expect([again.status, again.body]).toEqual([201, first.body]);
  });

  it('is in the answer that an Idempotency-Key gives again', async () => {
    const change = { referenceId: 'order-of-one-key', dueDate: '2026-12-24' };
    const keyed = { 'idempotency-key': 'of-one-end' };
    const first = await pay('BOLETO', change, keyed);
    const again = await pay('BOLETO', change, keyed);
    expect(again.body).toEqual(first.body);
    expect(again.body.boleto.dueDate).toBe('2026-12-24');
  });
});

describe.each(testDatabases())('the terms of who issues, on $engine', (database) => {
  const orders: { expiresAt: Date; dueOn?: string }[] = [];
  const issued = { kind: 'unavailable' } as const;
  const service = opened(async () => {
    const payments = {
      terms: {
        ...COMMON_TERMS,
        pixSeconds: { min: 1_800, max: 3_600 },
        boletoFields: ['customer.address.neighborhood'] as const,
      },
      issuePix: async (order: { expiresAt: Date }) => {
        orders.push(order);
        return issued;
      },
      issueBoleto: async (order: { expiresAt: Date; dueOn: string }) => {
        orders.push(order);
        return issued;
      },
      openConsent: async () => issued,
      findPayment: async () => ({ kind: 'not_found' }) as const,
    };
    const db = await database.openEmpty();
    return startTestService({ db, provider: { payments }, now: () => new Date(START) });
  });
  beforeEach(() => {
    orders.length = 0;
  });

  const pay = (change: Record<string, unknown>) =>
    service.post('no3ds', '/payin', validPayin(change));
  const { customer } = validPayin();

  it('are told by whoami', async () => {
    const { body } = await service.get('no3ds', '/whoami');
    expect(body.paymentTerms).toEqual({
      pix: { requiredFields: [], expiresInSeconds: { min: 1_800, max: 3_600 } },
      boleto: {
        requiredFields: ['customer.address.neighborhood'],
        daysUntilDue: { min: 0, max: 60 },
      },
    });
  });

  it('refuse by name what they do not take, before anybody is asked', async () => {
    const short = await pay({ paymentMethod: 'PIX', expiresInSeconds: 60 });
    expect(short.body.error.details).toMatchObject([{ path: 'expiresInSeconds' }]);
    const { neighborhood: _, ...address } = { neighborhood: '', ...customer.address };
    const without = { ...customer, address };
    const boleto = await pay({ paymentMethod: 'BOLETO', customer: without, dueDate: '2020-01-01' });
    expect(boleto.body.error.details).toMatchObject([
      { path: 'dueDate', rule: 'day_between' },
      { path: 'customer.address.neighborhood', rule: 'required' },
    ]);
    expect(orders).toEqual([]);
  });

  it('let through what they take, with its end', async () => {
    await pay({ paymentMethod: 'PIX', expiresInSeconds: 1_800 });
    const address = { ...customer.address, neighborhood: 'Bela Vista' };
    const named = { ...customer, address };
    await pay({ paymentMethod: 'BOLETO', customer: named, dueDate: '2026-12-24' });
    expect(orders).toMatchObject([
      { expiresAt: new Date(START + 1_800_000) },
      { dueOn: '2026-12-24', expiresAt: new Date('2026-12-29T02:59:59Z') },
    ]);
  });
});
