import { createHmac } from 'node:crypto';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createTestHarness } from '../server/harness.ts';
import { createMercadoSeller, PAYER } from '../testing/mercado-pago-seller.ts';
import { startReceiver } from '../testing/receiver.ts';
import { startMercadoPago } from './mercado-pago.ts';

async function arrange() {
  const harness = createTestHarness();
  const trusted = [harness.authority.certificatePem];
  const party = await startMercadoPago({ ...harness, trusted });
  onTestFinished(() => party.stop());
  return { ...harness, party, ...createMercadoSeller(party) };
}

describe('a PIX', () => {
  it('waits, and is paid or cancelled', async () => {
    const { party, call, payByPix } = await arrange();
    const { json, id } = await payByPix();
    expect(json).toMatchObject({
      status: 'pending',
      status_detail: 'pending_waiting_transfer',
      point_of_interaction: {
        transaction_data: { qr_code: expect.stringContaining('540558.805802BR') },
      },
    });
    party.change(id, { status: 'approved', detail: 'accredited' });
    expect(await call('GET', `/v1/payments/${id}`)).toMatchObject({ json: { status: 'approved' } });
    const cancel = { body: { status: 'cancelled' } };
    expect(await call('PUT', `/v1/payments/${id}`, cancel)).toMatchObject({ status: 400 });
    const second = await payByPix();
    expect(await call('PUT', `/v1/payments/${second.id}`, cancel)).toMatchObject({
      json: { status: 'cancelled' },
    });
  });

  it.each([
    ['29 minutes', 29 * 60_000],
    ['31 days', 31 * 24 * 3_600_000],
  ])('is not made for %s', async (_what, lifeMs) => {
    const { party, call, clock } = await arrange();
    const date_of_expiration = new Date(clock.now() + lifeMs).toISOString();
    const body = { transaction_amount: 1, payment_method_id: 'pix', payer: PAYER };
    const answer = await call('POST', '/v1/payments', { body: { ...body, date_of_expiration } });
    expect(answer).toMatchObject({ status: 400 });
    expect(party.takeViolations()).toHaveLength(1);
  });
});

describe('a boleto', () => {
  const body = {
    transaction_amount: 58.8,
    payment_method_id: 'bolbradesco',
    date_of_expiration: '2026-11-26T23:59:59.000-03:00',
    payer: {
      ...PAYER,
      first_name: 'Ana',
      last_name: 'Souza',
      identification: { type: 'CPF', number: '12345678909' },
      address: {
        zip_code: '06233903',
        street_name: 'Av. das Nações Unidas',
        street_number: '3003',
        neighborhood: 'Bonfim',
        city: 'Osasco',
        federal_unit: 'SP',
      },
    },
  };

  it('is made out to a payer with an address, and waits', async () => {
    const { call } = await arrange();
    expect(await call('POST', '/v1/payments', { body })).toMatchObject({
      status: 201,
      json: {
        status: 'pending',
        status_detail: 'pending_waiting_payment',
        payment_type_id: 'ticket',
        transaction_details: {
          barcode: { content: expect.stringMatching(/^2379\d{40}$/) },
          digitable_line: expect.stringMatching(/^\d{47}$/),
        },
      },
    });
  });

  it('is refused without an address', async () => {
    const { party, call } = await arrange();
    const { address: _, ...payer } = body.payer;
    const answer = await call('POST', '/v1/payments', { body: { ...body, payer } });
    expect(answer).toMatchObject({ status: 400 });
    expect(party.payments.size).toBe(0);
    expect(party.takeViolations()).toHaveLength(1);
  });
});

it('a seller is told who it is, and where', async () => {
  const { call } = await arrange();
  expect(await call('GET', '/users/me')).toMatchObject({ json: { site_id: 'MLB' } });
});

describe('a refund', () => {
  it('gives back parts, then all that is left', async () => {
    const { call, pay } = await arrange();
    const { id } = await pay();
    const path = `/v1/payments/${id}/refunds`;
    expect(await call('POST', path, { body: { amount: 8.8 } })).toMatchObject({
      status: 201,
      json: { payment_id: id, amount: 8.8, status: 'approved' },
    });
    expect(await call('GET', `/v1/payments/${id}`)).toMatchObject({
      json: {
        status: 'approved',
        status_detail: 'partially_refunded',
        transaction_amount_refunded: 8.8,
      },
    });
    expect(await call('POST', path, { body: { amount: 50.01 } })).toMatchObject({ status: 400 });
    expect(await call('POST', path)).toMatchObject({ json: { amount: 50 } });
    expect(await call('GET', `/v1/payments/${id}`)).toMatchObject({ json: { status: 'refunded' } });
    expect(await call('POST', path)).toMatchObject({ status: 400 });
    expect((await call('GET', path)).json).toHaveLength(2);
    expect((await call('GET', `${path}/`)).json).toHaveLength(2);
  });

  it('may take its time and then fail, and the amount is free again', async () => {
    const { party, call, pay } = await arrange();
    const { id } = await pay();
    party.decideNextRefund('in_process');
    const path = `/v1/payments/${id}/refunds`;
    expect(await call('POST', path)).toMatchObject({ json: { status: 'in_process' } });
    const refundId = party.payments.get(id)?.refunds[0]?.id ?? 0;
    party.endRefund(id, refundId, 'rejected');
    expect(await call('POST', path)).toMatchObject({ json: { status: 'approved' } });
  });

  it('of what was never paid, or of no payment, is refused', async () => {
    const { call, payByPix } = await arrange();
    const { id } = await payByPix();
    expect(await call('POST', `/v1/payments/${id}/refunds`)).toMatchObject({ status: 400 });
    expect(await call('POST', '/v1/payments/1/refunds')).toMatchObject({ status: 404 });
    expect(await call('GET', '/v1/payments/1')).toMatchObject({ status: 404 });
  });
});

it('a notice is signed over the id in its address, its request id and its time', async () => {
  const { party, pay, authority, clock } = await arrange();
  const { id } = await pay();
  const receiver = await startReceiver(authority);
  onTestFinished(receiver.stop);
  const url = `${receiver.origin}/notices`;
  expect(await party.notify(url, id)).toEqual({ status: 200 });
  await party.notify(url, id, { secret: 'of somebody else' });
  const [{ url: to, headers, body } = receiver.received[0]!, forged] = receiver.received;
  expect(to.searchParams.get('data.id')).toBe(`${id}`);
  expect(to.searchParams.get('type')).toBe('payment');
  expect(JSON.parse(body)).toMatchObject({ type: 'payment', data: { id: `${id}` } });
  const signed = `id:${id};request-id:${headers['x-request-id']};ts:${clock.now()};`;
  const v1 = createHmac('sha256', party.credentials.webhookSecret).update(signed).digest('hex');
  expect(headers['x-signature']).toBe(`ts=${clock.now()},v1=${v1}`);
  expect(forged!.headers['x-signature']).not.toContain(v1);
});
