import { describe, expect, it } from 'vitest';
import { createOrderBook } from './order-book.ts';
import type { PaymentAnswer, PaymentService } from './payment-service.ts';

const customer = {
  name: 'Ana',
  document: '52998224725',
  email: 'ana@example.com',
  phone: '5511987654321',
  address: { street: 'Rua A', number: '1', zipCode: '01310200', city: 'São Paulo', state: 'SP' },
};
const request = {
  account: 'no3ds' as const,
  items: [{ sku: 'caneca-serra', quantity: 1 }],
  customer,
};
const byPix = { choice: { paymentMethod: 'PIX' as const }, payerIp: '127.0.0.1' };

function bookOf(limit: number, payments: PaymentService) {
  let counter = 0;
  return createOrderBook({
    payments,
    limit,
    webhookUrlFor: async () => null,
    now: () => new Date('2030-01-01T00:00:00.000Z'),
    randomBytes: () => {
      counter += 1;
      return Buffer.from([counter]);
    },
  });
}

const idle: PaymentService = {
  createPayin: () => new Promise<PaymentAnswer>(() => {}),
  findPayin: () => Promise.reject(new Error('not asked')),
  listBanks: () => Promise.reject(new Error('not asked')),
  simulate: () => Promise.reject(new Error('not asked')),
};

it('forgets the oldest order when it is full', async () => {
  const book = bookOf(2, idle);
  const [first, second, third] = [1, 2, 3].map(() => book.create(request).referenceId);
  await expect(book.find(first!)).rejects.toMatchObject({ code: 'ORDER_NOT_FOUND' });
  expect(await book.find(second!)).toMatchObject({ status: 'OPEN' });
  expect(await book.find(third!)).toMatchObject({ status: 'OPEN' });
});

it('never forgets an order that is being paid', async () => {
  const book = bookOf(2, idle);
  const first = book.create(request).referenceId;
  void book.pay(first, byPix);
  const second = book.create(request).referenceId;
  book.create(request);
  expect(await book.find(first)).toMatchObject({ status: 'PAYING' });
  await expect(book.find(second)).rejects.toMatchObject({ code: 'ORDER_NOT_FOUND' });
});

describe('what is told of a payin', () => {
  type Asked = { resolve: (answer: PaymentAnswer) => void; reject: (error: Error) => void };

  /** A book whose payment service answers when the test says so. */
  function setUp() {
    const pays: Asked[] = [];
    const finds: Asked[] = [];
    const hold = (list: Asked[]) => () =>
      new Promise<PaymentAnswer>((resolve, reject) => list.push({ resolve, reject }));
    const book = bookOf(5, { ...idle, createPayin: hold(pays), findPayin: hold(finds) });
    const { referenceId } = book.create(request);
    const told: string[] = [];
    const unwatch = book.watch(referenceId, ({ status }) => told.push(status));
    const hear = (status: string, id = 'pay_1') => book.hear('no3ds', { id, status, referenceId });
    /** Pays, and lets the service answer. */
    const pay = async (answer: PaymentAnswer = answerOf('PENDING')) => {
      const paid = book.pay(referenceId, byPix);
      await settled();
      pays.shift()?.resolve(answer);
      await paid;
    };
    return { book, referenceId, told, unwatch, hear, pay, pays, finds };
  }

  const answerOf = (status: string): PaymentAnswer => ({
    status: 201,
    body: '{}',
    payin: { id: 'pay_1', status, pix: { viewToken: 'pvt_1' } },
  });
  const settled = () => new Promise((resolve) => setImmediate(resolve));

  it('reaches whoever watches, each status once, with what the buyer pays by', async () => {
    const { book, referenceId, told, hear, pay } = setUp();
    await pay();
    hear('APPROVED');
    hear('APPROVED');
    hear('REFUNDED');
    expect(told).toEqual(['PENDING', 'APPROVED', 'REFUNDED']);
    const { history, instructions } = book.peek(referenceId);
    expect(history.map(({ status }) => status)).toEqual(told);
    expect(instructions).toMatchObject({ kind: 'pix', payin: { pix: { viewToken: 'pvt_1' } } });
  });

  it('is not lost where the event is faster than the answer', async () => {
    const { book, referenceId, hear, pay, pays } = setUp();
    const paid = book.pay(referenceId, byPix);
    await settled();
    hear('APPROVED', 'pay_other');
    hear('APPROVED');
    pays.shift()?.resolve(answerOf('PENDING'));
    await paid;
    expect(book.peek(referenceId).status).toBe('APPROVED');
    await pay();
    expect(pays).toEqual([]);
  });

  it('is not taken back by an older answer', async () => {
    const { book, referenceId, told, hear, pay, finds } = setUp();
    await pay();
    const found = book.find(referenceId);
    await settled();
    hear('APPROVED');
    finds.shift()?.resolve(answerOf('PENDING'));
    expect(await found).toMatchObject({ status: 'APPROVED' });
    expect(told).toEqual(['PENDING', 'APPROVED']);
  });

  it('is what the shop knows where the payment service does not answer', async () => {
    const { book, referenceId, pay, finds } = setUp();
    await pay();
    const found = book.find(referenceId);
    await settled();
    finds.shift()?.reject(new Error('nobody answers'));
    expect(await found).toMatchObject({ status: 'PENDING', instructions: { kind: 'pix' } });
  });

  it.each([
    ['another payin', 'no3ds' as const, 'pay_2'],
    ['another account', 'manual' as const, 'pay_1'],
  ])('changes nothing where it is of %s', async (_name, account, id) => {
    const { book, referenceId, told, pay } = setUp();
    await pay();
    book.hear(account, { id, status: 'APPROVED', referenceId });
    expect(told).toEqual(['PENDING']);
  });

  it('is told no more to whoever left', async () => {
    const { told, unwatch, hear, pay } = setUp();
    await pay();
    unwatch();
    hear('APPROVED');
    expect(told).toEqual(['PENDING']);
  });
});
