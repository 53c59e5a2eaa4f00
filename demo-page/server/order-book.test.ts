import { describe, expect, it } from 'vitest';
import { createCheckoutServer } from '../../sdk/server/index.ts';
import { CUSTOMER } from './fake-payment-service.cases.ts';
import { createOrderBook } from './order-book.ts';

const request = { account: 'no3ds' as const, items: [{ sku: 'caneca-serra', quantity: 1 }] };
const byPix = {
  chosen: { paymentMethod: 'PIX' },
  payerIp: '127.0.0.1',
  shopUrl: 'http://localhost:4020',
};

type Answer = Promise<{ status: number; body: object }>;
const keys = { publicKey: 'pk_test_a', secretKey: 'sk_test_a', apiBaseUrl: 'https://api.test' };

/** A book whose service answers as the test says, by the method of the call. */
function bookOf(limit: number, service: (method: string) => Answer = () => new Promise(() => {})) {
  let counter = 0;
  const client = createCheckoutServer({
    ...keys,
    fetch: async (_url, how) => {
      const { status, body } = await service(String(how?.method));
      return Response.json(body, { status });
    },
  });
  return createOrderBook({
    payments: { clientOf: () => client, call: () => Promise.reject(new Error('not asked')) },
    limit,
    webhookUrlFor: async () => null,
    randomBytes: () => {
      counter += 1;
      return Buffer.from([counter]);
    },
  });
}

it('forgets the oldest order when it is full', async () => {
  const book = bookOf(2);
  const [first, second, third] = [1, 2, 3].map(() => book.create('buyer', request).referenceId);
  await expect(book.find(first!)).rejects.toMatchObject({ code: 'ORDER_NOT_FOUND' });
  expect(await book.find(second!)).toMatchObject({ status: 'OPEN' });
  expect(await book.find(third!)).toMatchObject({ status: 'OPEN' });
});

describe('what is told of a payin', () => {
  const answerOf = (status: string) => ({ status: 201, body: { id: 'pay_1', status } });

  /** A book with one order that waits, and the answer that the service owes to its question. */
  async function setUp() {
    let answer: { resolve: (answer: Awaited<Answer>) => void };
    const asked: Answer = new Promise((resolve) => {
      answer = { resolve };
    });
    const book = bookOf(5, async (method) => (method === 'GET' ? asked : answerOf('PENDING')));
    const { referenceId } = book.create('buyer', request);
    book.change(referenceId, { items: request.items, customer: CUSTOMER });
    await book.pay(referenceId, byPix);
    const hear = (status: string, id = 'pay_1', account = request.account) =>
      book.hear(account, { id, status, referenceId });
    return { book, referenceId, hear, answer: answer! };
  }

  it('is asked for while it waits', async () => {
    const { book, referenceId, answer } = await setUp();
    answer.resolve(answerOf('APPROVED'));
    expect(await book.find(referenceId)).toMatchObject({ status: 'APPROVED', payinId: 'pay_1' });
  });

  it('is not taken back by an older answer', async () => {
    const { book, referenceId, hear, answer } = await setUp();
    const found = book.find(referenceId);
    hear('APPROVED');
    answer.resolve(answerOf('PENDING'));
    expect(await found).toMatchObject({ status: 'APPROVED' });
  });

  it('is what the shop knows where the payment service does not tell', async () => {
    const { book, referenceId, answer } = await setUp();
    answer.resolve({ status: 401, body: { error: { code: 'UNAUTHORIZED' } } });
    expect(await book.find(referenceId)).toMatchObject({ status: 'PENDING' });
  });

  it.each([
    ['of another account', 'APPROVED', 'pay_1', 'manual', 'PENDING'],
    ['of a payin that gave way', 'CANCELED', 'pay_0', 'no3ds', 'PENDING'],
    ['of a payin that was paid all the same', 'APPROVED', 'pay_0', 'no3ds', 'APPROVED'],
  ] as const)('where it is %s', async (_what, status, id, account, expected) => {
    const { book, referenceId, answer } = await setUp();
    book.hear(account, { id, status, referenceId });
    answer.resolve(answerOf('PENDING'));
    expect(await book.find(referenceId)).toMatchObject({ status: expected });
  });
});
