import { describe, expect, it } from 'vitest';
import { payinRequestSchema } from '../../contract/payments/payin.ts';
import type { PayinBase } from './build-payin-payload.ts';
import { buildPayinPayload } from './build-payin-payload.ts';
import type { PreparedCard } from './prepared-card.ts';

function base(): PayinBase {
  return {
    amount: 15_990,
    referenceId: 'order-1',
    payerIp: '203.0.113.7',
    isPhysicalProduct: true,
    customer: {
      name: 'Ana Souza',
      document: '52998224725',
      email: 'ana@example.com',
      phone: '5511987654321',
      address: {
        street: 'Rua A',
        number: '1',
        zipCode: '01310200',
        city: 'São Paulo',
        state: 'SP',
      },
    },
    items: [{ title: 'Café', quantity: 1, unitPrice: 15_990 }],
  };
}

function prepared(antifraud: PreparedCard['antifraud']) {
  return {
    payinCard: { token: 'tok_1', installments: 3 },
    antifraud,
    card: { token: 'tok_1', brand: 'visa', last4: '1111' },
    threeDS: { skipped: true, status: null },
  };
}

const ran = { skipped: false, sessionId: 'afs_1' };

describe('buildPayinPayload', () => {
  it('makes a body of POST /payin that the contract takes', () => {
    const payload = buildPayinPayload(base(), prepared(ran));
    expect(payload).toEqual({
      ...base(),
      paymentMethod: 'CREDIT_CARD',
      card: { token: 'tok_1', installments: 3 },
      antifraud: { sessionId: 'afs_1' },
    });
    expect(payinRequestSchema.safeParse(payload).success).toBe(true);
  });

  it.each([
    ['was skipped', { skipped: true, sessionId: null }],
    ['was skipped, whatever id is left', { skipped: true, sessionId: 'afs_1' }],
    ['gave no id', { skipped: false, sessionId: null }],
    ['is absent', undefined],
    ['is null', null],
  ])('leaves antifraud out where it %s, and that of the base with it', (_why, antifraud) => {
    const { payinCard } = prepared(ran);
    const given = { ...base(), antifraud: { sessionId: 'afs_before' } };
    const payload = buildPayinPayload(
      given,
      antifraud === undefined ? { payinCard } : { payinCard, antifraud },
    );
    expect(payload).not.toHaveProperty('antifraud');
    expect(given.antifraud).toEqual({ sessionId: 'afs_before' });
  });

  it('carries the reference of 3-D Secure', () => {
    const card = { token: 'tok_1', installments: 1, threeDSecure: { referenceId: '3ds_1' } };
    expect(buildPayinPayload(base(), { payinCard: card, antifraud: ran }).card).toEqual(card);
  });

  it('passes on what a merchant adds, and always charges a card', () => {
    const given = { ...base(), webhookUrl: 'https://shop.test/hook', paymentMethod: 'PIX' };
    expect(buildPayinPayload(given, prepared(ran))).toMatchObject({
      webhookUrl: 'https://shop.test/hook',
      paymentMethod: 'CREDIT_CARD',
    });
  });

  it('shows nothing of the card but its token', () => {
    const text = JSON.stringify(buildPayinPayload(base(), prepared(ran)));
    expect(text).not.toMatch(/last4|1111|brand/);
  });

  it('changes neither of its inputs, and its answer is its own', () => {
    const [order, card] = [base(), prepared(ran)];
    const payload = buildPayinPayload(order, card);
    payload.card.token = 'tok_other';
    payload.amount = 1;
    expect([order, card]).toEqual([base(), prepared(ran)]);
  });
});
