import { describe, expect, it } from 'vitest';
import { createPaymentService } from './payment-service.ts';
import { playgroundConfigOf, sendPlaygroundPayin } from './playground.ts';

type Json = { [name: string]: unknown };

function payin(): Json {
  return {
    amount: 15_990,
    referenceId: 'playground-1',
    payerIp: '203.0.113.7',
    isPhysicalProduct: true,
    customer: {
      name: 'Marina Alves Souza',
      document: '52998224725',
      email: 'marina@exemplo.com.br',
      phone: '5511987654321',
      address: {
        street: 'Avenida Paulista',
        number: '1578',
        zipCode: '01310200',
        city: 'São Paulo',
        state: 'SP',
      },
    },
    items: [{ title: 'Pedido de teste', quantity: 1, unitPrice: 15_990 }],
    paymentMethod: 'CREDIT_CARD',
    card: { token: 'tok_1', installments: 2, threeDSecure: { referenceId: 'ref_1' } },
    antifraud: { sessionId: 'afs_1' },
  };
}

/** Sends over a payment service that writes down what reaches it. */
async function send(body: unknown, account: unknown = 'preorder') {
  const sent: { authorization: string | null; body: unknown }[] = [];
  const payments = createPaymentService({
    baseUrl: 'https://api.test',
    timeoutMs: 1_000,
    fetch: async (_url, init) => {
      const headers = new Headers(init?.headers);
      sent.push({
        authorization: headers.get('authorization'),
        body: JSON.parse(String(init?.body)),
      });
      return new Response('{"id":"pay_1","status":"APPROVED"}', { status: 201 });
    },
  });
  const request = { body: { account, payin: body }, payerIp: '127.0.0.1' };
  const answer = await Promise.resolve()
    .then(() => sendPlaygroundPayin(payments, request))
    .catch((error: unknown) => error);
  return { sent, answer };
}

it('sends the body as the page shows it, with the account’s key pair and the true address', async () => {
  const { sent, answer } = await send(payin());
  expect(sent).toEqual([
    {
      authorization: `Basic ${btoa('pk_test_preorder:sk_test_preorder')}`,
      body: { ...payin(), payerIp: '127.0.0.1' },
    },
  ]);
  expect(answer).toMatchObject({ status: 201, body: '{"id":"pay_1","status":"APPROVED"}' });
});

it('leaves out the antifraud and the bank where there was none', async () => {
  const { antifraud: _antifraud, ...body } = payin();
  const { sent } = await send({ ...body, card: { token: 'tok_1', installments: 1 } }, 'no3ds');
  expect(sent[0]?.body).toEqual({
    ...body,
    payerIp: '127.0.0.1',
    card: { token: 'tok_1', installments: 1 },
  });
});

describe('sends nothing and names the field', () => {
  const card = { token: 'tok_1', installments: 1 };
  it.each<[string, Json, string]>([
    ['a card number in the card', { card: { ...card, number: '4111111111111111' } }, 'payin.card'],
    ['a CVV in the card', { card: { ...card, cvv: '123' } }, 'payin.card'],
    ['a card number beside it', { cardNumber: '4111111111111111' }, 'payin'],
    ['a card number in an item', { items: [{ number: '4111111111111111' }] }, 'payin.items.0'],
    ['an amount that is no integer', { amount: 1.5 }, 'payin.amount'],
    ['an amount of nothing', { amount: 0 }, 'payin.amount'],
    ['too many installments', { card: { ...card, installments: 13 } }, 'payin.card.installments'],
    ['another way to pay', { paymentMethod: 'PIX' }, 'payin.paymentMethod'],
    ['no token', { card: { installments: 1 } }, 'payin.card.token'],
  ])('where there is %s', async (_name, spoiled, path) => {
    const { sent, answer } = await send({ ...payin(), ...spoiled });
    expect(sent).toEqual([]);
    expect(answer).toMatchObject({ status: 400, code: 'INVALID_ORDER' });
    expect(answer).toHaveProperty(
      'details',
      expect.arrayContaining([expect.objectContaining({ path })]),
    );
    expect(JSON.stringify(answer)).not.toContain('4111111111111111');
  });

  it('where the account is not of the sandbox', async () => {
    const { sent, answer } = await send(payin(), 'root');
    expect(sent).toEqual([]);
    expect(answer).toMatchObject({ status: 400, details: [{ path: 'account' }] });
  });
});

it('tells the page addresses and the public key, and no secret', () => {
  const settings = {
    port: 4020,
    host: null,
    baseUrl: 'https://api.test',
    checkoutUrl: 'https://frame.test',
    bankUrl: 'https://bank.test',
  };
  expect(playgroundConfigOf('no3ds', { settings, payerIp: '127.0.0.1' })).toEqual({
    account: 'no3ds',
    publicKey: 'pk_test_no3ds',
    apiBaseUrl: 'https://api.test',
    checkoutUrl: 'https://frame.test',
    payerIp: '127.0.0.1',
  });
});
