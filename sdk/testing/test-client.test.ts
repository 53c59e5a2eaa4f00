import { describe, expect, it, vi } from 'vitest';
import type { PaymentRequest } from '../payment/ask-endpoint.ts';
import type { PaymentAnswer } from '../payment/payin-answer.ts';
import { createTestClient, TEST_CONFIG, TEST_PREPARED, testError } from './index.ts';

const ORDER = { amount: 15990, referenceId: 'order-1' };
const CARD = { holderName: 'A B', number: '4111111111111111', expiry: '12/39', cvv: '123' };
const CUSTOMER = {
  name: 'Marina Alves Souza',
  document: '52998224725',
  email: 'marina@exemplo.com.br',
  phone: '5511987654321',
  address: { street: 'Rua', number: '1', zipCode: '01310200', city: 'São Paulo', state: 'SP' },
};

describe('the double of the client', () => {
  it('answers well, and keeps what it was asked', async () => {
    const client = createTestClient();
    expect(await client.getConfig()).toBe(TEST_CONFIG);
    const input = { ...ORDER, installments: 1, card: CARD };
    expect(await client.prepareCardPaymentHosted(input)).toBe(TEST_PREPARED);
    expect(await client.handlePendingThreeDS({ id: 'pay_1' })).toMatchObject({ payinId: 'pay_1' });
    expect(client.calls).toEqual([
      { name: 'getConfig', input: undefined },
      { name: 'prepareCardPaymentHosted', input },
      { name: 'handlePendingThreeDS', input: { id: 'pay_1' } },
    ]);
  });

  it('fails the next call of a name, and that one alone', async () => {
    const client = createTestClient();
    client.failNext('getConfig', 'NETWORK', { phase: 'config' });
    const failure = { code: 'NETWORK', type: 'network', retryable: true, userMessage: /./ };
    await expect(client.getConfig()).rejects.toMatchObject({
      ...failure,
      userMessage: expect.stringMatching(failure.userMessage),
      details: { phase: 'config' },
    });
    expect(await client.getConfig()).toBe(TEST_CONFIG);
  });

  it('mounts cards that tell results and errors as the real one does', async () => {
    const client = createTestClient();
    const [onResult, onError, onReady] = [vi.fn(), vi.fn(), vi.fn()];
    const element = client.mountCardElement('#card', { ...ORDER, onResult, onError });
    element.on('ready', onReady);
    await element.ready;
    expect(onReady).toHaveBeenCalledTimes(1);
    expect(await element.submit()).toBe(TEST_PREPARED);
    expect(onResult.mock.calls).toEqual([[TEST_PREPARED]]);
    client.failNext('submit', 'INVALID_CARD', { fields: [] });
    await expect(element.submit()).rejects.toMatchObject({ code: 'INVALID_CARD' });
    expect(onError.mock.calls).toMatchObject([[{ code: 'INVALID_CARD' }]]);
  });

  it("asks the merchant's endpoint as the real one does", async () => {
    const client = createTestClient();
    const endpoint = vi.fn(async (_request: PaymentRequest) => ({
      id: 'pay_1',
      status: 'APPROVED',
    }));
    const items = [{ title: 'Café', quantity: 1, unitPrice: 15990 }];
    const order = { ...ORDER, customer: CUSTOMER, items, isPhysicalProduct: true };
    const told = await client.processCardPayment({ ...order, card: CARD, endpoint });
    expect(told.payin).toEqual({ id: 'pay_1', status: 'APPROVED' });
    expect(endpoint.mock.calls).toMatchObject([
      [{ ...order, paymentMethod: 'CREDIT_CARD', card: TEST_PREPARED.payinCard }],
    ]);
    endpoint.mockResolvedValue({ id: 'pay_1', status: 'REFUSED' });
    await expect(
      client.processCardPayment({ ...order, card: CARD, endpoint }),
    ).rejects.toMatchObject({ code: 'PAYMENT_DECLINED', payin: { id: 'pay_1' } });
  });

  it('keeps what an element was told of its payment', async () => {
    const client = createTestClient();
    const element = client.mountCardElement('#card', ORDER);
    await element.conclude({ error: { code: 'INVALID_CVV' } });
    expect(client.elements[0]?.concluded).toEqual([{ error: { code: 'INVALID_CVV' } }]);
    element.unmount();
    await expect(element.conclude({ status: 'APPROVED' })).rejects.toMatchObject({
      code: 'DESTROYED',
    });
  });

  it('mounts payments that ask the back end and tell how it stands as the real one does', async () => {
    const pay = vi.fn(async (): Promise<PaymentAnswer> => ({ id: 'pay_1', status: 'PENDING' }));
    const told = { onPaid: vi.fn(), onPending: vi.fn(), onError: vi.fn() };
    const element = createTestClient().mountPaymentElement('#pay', { ...ORDER, pay, ...told });
    expect(await element.submit()).toMatchObject({ outcome: 'pending' });
    pay.mockResolvedValue({ id: 'pay_1', status: 'APPROVED' });
    expect(await element.submit()).toMatchObject({ outcome: 'paid' });
    pay.mockResolvedValue({ id: 'pay_1', status: 'REFUSED' });
    await expect(element.submit()).rejects.toMatchObject({ code: 'PAYMENT_DECLINED' });
    expect(pay.mock.calls[0]).toMatchObject([
      { referenceId: 'order-1', paymentMethod: 'CREDIT_CARD', card: TEST_PREPARED.payinCard },
    ]);
    expect(told.onPaid.mock.calls).toMatchObject([[{ payin: { status: 'APPROVED' } }]]);
    expect(told.onPending.mock.calls).toMatchObject([[{ payin: { status: 'PENDING' } }]]);
    expect(told.onError.mock.calls).toMatchObject([[{ code: 'PAYMENT_DECLINED' }]]);
  });

  it('refuses everything once it is destroyed', async () => {
    const client = createTestClient();
    const element = client.mountCardElement('#card', ORDER);
    client.destroy();
    const destroyed = { code: 'DESTROYED' };
    await expect(client.getConfig()).rejects.toMatchObject(destroyed);
    await expect(element.submit()).rejects.toMatchObject(destroyed);
    await expect(element.ready).rejects.toMatchObject(destroyed);
    expect(() => client.mountCardElement('#card', ORDER)).toThrow(
      expect.objectContaining(destroyed),
    );
  });

  it('makes errors as the sdk does', () => {
    expect(testError('THREEDS_FAILED', { reason: 'cancelled' })).toMatchObject({
      name: 'CheckoutError',
      type: 'customer',
      details: { reason: 'cancelled' },
      retryable: true,
      userMessage: expect.stringMatching(/[Tt]ente de novo/),
    });
    expect(testError('TIMEOUT', {}, 'unknown')).toMatchObject({
      outcome: 'unknown',
      userMessage: expect.stringMatching(/Não pague de novo/),
    });
  });
});
