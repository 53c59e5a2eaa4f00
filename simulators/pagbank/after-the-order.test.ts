import { createHash } from 'node:crypto';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createTestHarness } from '../server/harness.ts';
import { aCardCharge, anOrder, createTestSeller } from '../testing/pagbank-seller.ts';
import { startReceiver } from '../testing/receiver.ts';
import { startPagBank } from './pagbank.ts';

async function arrange() {
  const harness = createTestHarness();
  const trusted = [harness.authority.certificatePem];
  const party = await startPagBank({ ...harness, trusted });
  onTestFinished(() => party.stop());
  const seller = createTestSeller(party);
  const amount = (value: number) => ({ body: { amount: { value } } });
  const payByCard = () => seller.order(anOrder({ charges: [aCardCharge()] }));
  return { ...harness, party, ...seller, amount, payByCard };
}

describe('an order by PIX', () => {
  it('has a code for a day, and its charge once it is paid', async () => {
    const { party, order, call } = await arrange();
    const { json, id } = await order(anOrder({ qr_codes: [{ amount: { value: 5880 } }] }));
    expect(json).toMatchObject({
      qr_codes: [
        {
          id: expect.stringMatching(/^QRCO_/),
          expiration_date: '2026-11-24T09:00:00.000-03:00',
          amount: { value: 5880 },
          text: expect.stringContaining('br.gov.bcb.pix'),
        },
      ],
    });
    expect(json).not.toHaveProperty('charges');
    party.pay(id);
    expect(await call('GET', `/orders/${id}`)).toMatchObject({
      json: {
        charges: [{ status: 'PAID', payment_method: { type: 'PIX' }, amount: { value: 5880 } }],
      },
    });
    expect(() => party.pay(id)).toThrow('is paid');
  });

  it('is not paid after its time', async () => {
    const { party, clock, order } = await arrange();
    const code = { amount: { value: 5880 }, expiration_date: '2026-11-23T10:00:00-03:00' };
    const { id } = await order(anOrder({ qr_codes: [code] }));
    clock.advance(60 * 60 * 1000);
    expect(() => party.pay(id)).toThrow('expired');
  });
});

describe('a cancellation', () => {
  it('gives back parts of what was paid, and no more than that', async () => {
    const { call, amount, payByCard } = await arrange();
    const { chargeId } = await payByCard();
    const path = `/charges/${chargeId}/cancel`;
    expect(await call('POST', path, amount(880))).toMatchObject({
      status: 201,
      json: { status: 'PAID', amount: { summary: { paid: 5880, refunded: 880 } } },
    });
    expect(await call('POST', path, amount(5001))).toMatchObject({ status: 400 });
    expect(await call('POST', path, amount(5000))).toMatchObject({
      json: { status: 'CANCELED', amount: { summary: { refunded: 5880 } } },
    });
    expect(await call('POST', path, amount(1))).toMatchObject({ status: 400 });
  });

  it('without an amount is refused, and a violation', async () => {
    const { party, call, payByCard } = await arrange();
    const { chargeId } = await payByCard();
    expect(await call('POST', `/charges/${chargeId}/cancel`, { body: {} })).toMatchObject({
      status: 400,
      json: { error_messages: [{ code: '40001', parameter_name: 'amount' }] },
    });
    expect(party.takeViolations()).toHaveLength(1);
  });

  it('of what does not exist is not found', async () => {
    const { call, amount } = await arrange();
    expect(await call('POST', '/charges/CHAR_0/cancel', amount(1))).toMatchObject({ status: 404 });
    expect(await call('GET', '/orders/ORDE_0')).toMatchObject({ status: 404 });
  });
});

describe('a notice', () => {
  it('is the whole order, signed over the token of the account and its body', async () => {
    const { party, authority, order } = await arrange();
    const receiver = await startReceiver(authority);
    onTestFinished(receiver.stop);
    const body = anOrder({
      qr_codes: [{ amount: { value: 5880 } }],
      notification_urls: [`${receiver.origin}/notices`],
    });
    const { id } = await order(body);
    party.pay(id);
    expect(await party.notify(id)).toEqual([{ status: 200 }]);
    await party.notify(id, { token: 'of somebody else' });
    await party.notify(id, { token: null });
    const [genuine, forged, unsigned] = receiver.received;
    expect(JSON.parse(genuine!.body)).toMatchObject({ id, charges: [{ status: 'PAID' }] });
    const signed = `${party.credentials.token}-${genuine!.body}`;
    const signature = createHash('sha256').update(signed).digest('hex');
    expect(genuine!.headers['x-authenticity-token']).toBe(signature);
    expect(forged!.headers['x-authenticity-token']).not.toBe(signature);
    expect(unsigned!.headers).not.toHaveProperty('x-authenticity-token');
  });
});
