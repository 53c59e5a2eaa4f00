import { expect, it } from 'vitest';
import { createOrderBook } from './order.ts';
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
const card = {
  payinCard: { token: 't', installments: 1 },
  antifraud: { skipped: true, sessionId: null },
  payerIp: '127.0.0.1',
};

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
  chargeCard: () => new Promise<PaymentAnswer>(() => {}),
  findPayin: () => Promise.reject(new Error('not asked')),
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
  void book.pay(first, card);
  const second = book.create(request).referenceId;
  book.create(request);
  expect(await book.find(first)).toMatchObject({ status: 'PAYING' });
  await expect(book.find(second)).rejects.toMatchObject({ code: 'ORDER_NOT_FOUND' });
});
