import { createHmac } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { createServer } from 'node:https';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createTestSurroundings } from '../server/surroundings.ts';
import type { Call } from '../testing/call.ts';
import { createCaller } from '../testing/call.ts';
import { startMercadoPago } from './mercado-pago.ts';

const PAYER = { email: 'test_user_123@testuser.com' };

async function arrange() {
  const surroundings = createTestSurroundings();
  const trusted = surroundings.authority.certificatePem;
  const party = await startMercadoPago({ ...surroundings, trusted: [trusted] });
  onTestFinished(() => party.stop());
  const send = createCaller({ trusted });
  let keys = 0;

  function call(method: string, path: string, { body, headers }: Call = {}) {
    keys += 1;
    return send(`${party.api}${path}`, {
      method,
      ...(body === undefined ? {} : { body }),
      headers: {
        authorization: `Bearer ${party.credentials.accessToken}`,
        'x-idempotency-key': `key-${keys}`,
        'content-type': 'application/json',
        ...headers,
      },
    });
  }

  async function tokenOf(name = 'APRO') {
    await call('POST', '/v1/card_tokens', { body: aCard(name) });
    return [...party.tokens.keys()].at(-1) ?? '';
  }

  async function pay(changes: Record<string, unknown> = {}, name = 'APRO') {
    const body = await aPayment(changes, name);
    const answer = await call('POST', '/v1/payments', { body });
    return { ...answer, id: [...party.payments.keys()].at(-1) ?? 0 };
  }

  async function aPayment(changes: Record<string, unknown> = {}, name = 'APRO') {
    return {
      transaction_amount: 58.8,
      token: await tokenOf(name),
      installments: 1,
      payment_method_id: 'visa',
      external_reference: 'attempt1',
      payer: PAYER,
      ...changes,
    };
  }

  async function payByPix() {
    const body = { transaction_amount: 58.8, payment_method_id: 'pix', payer: PAYER };
    const answer = await call('POST', '/v1/payments', { body });
    return { ...answer, id: [...party.payments.keys()].at(-1) ?? 0 };
  }

  return { ...surroundings, party, call, tokenOf, pay, aPayment, payByPix };
}

function aCard(name: string) {
  return {
    card_number: '5031433215406351',
    security_code: '123',
    expiration_month: 11,
    expiration_year: 2030,
    cardholder: { name, identification: { type: 'CPF', number: '12345678909' } },
  };
}

describe('a card payment', () => {
  it.each([
    ['APRO', 'approved', 'accredited'],
    ['OTHE', 'rejected', 'cc_rejected_other_reason'],
    ['CONT', 'in_process', 'pending_contingency'],
    ['CALL', 'rejected', 'cc_rejected_call_for_authorize'],
    ['FUND', 'rejected', 'cc_rejected_insufficient_amount'],
    ['SECU', 'rejected', 'cc_rejected_bad_filled_security_code'],
    ['EXPI', 'rejected', 'cc_rejected_bad_filled_date'],
    ['FORM', 'rejected', 'cc_rejected_bad_filled_other'],
  ])('by the holder %s is %s', async (name, status, detail) => {
    const { call, pay } = await arrange();
    const { json, text, id } = await pay({}, name);
    expect(json).toMatchObject({
      id,
      status,
      status_detail: detail,
      transaction_amount: 58.8,
      card: { first_six_digits: '503143', last_four_digits: '6351' },
    });
    expect(text).not.toContain('5031433215406351');
    expect(await call('GET', `/v1/payments/${id}`)).toMatchObject({
      status: 200,
      json: { status },
    });
    expect(await call('GET', '/v1/payments/search?external_reference=attempt1')).toMatchObject({
      json: { paging: { total: 1 }, results: [{ id }] },
    });
  });

  it('waits for the challenge of the bank after the order', async () => {
    const { party, call, pay } = await arrange();
    for (const [hasPassed, status] of [
      [true, 'approved'],
      [false, 'rejected'],
    ] as const) {
      party.challengeNext();
      const { json, id } = await pay({ three_d_secure_mode: 'optional' });
      expect(json).toMatchObject({
        status: 'pending',
        status_detail: 'pending_challenge',
        three_ds_info: { external_resource_url: expect.any(String), creq: expect.any(String) },
      });
      party.endChallenge(id, hasPassed);
      const { json: after } = await call('GET', `/v1/payments/${id}`);
      expect(after).toMatchObject({ status });
      expect(after).not.toHaveProperty('three_ds_info');
      expect(() => party.endChallenge(id, true)).toThrow('no challenge');
    }
  });

  it('uses its token up', async () => {
    const { call, aPayment } = await arrange();
    const body = await aPayment();
    await call('POST', '/v1/payments', { body });
    expect(await call('POST', '/v1/payments', { body })).toMatchObject({
      status: 400,
      json: { cause: [{ code: 2006 }] },
    });
  });

  it('is made once under one idempotency key', async () => {
    const { party, call, aPayment } = await arrange();
    const headers = { 'x-idempotency-key': 'attempt1' };
    const body = await aPayment();
    party.faults.next({ path: '/v1/payments' }, { kind: 'commit_and_cut' });
    await expect(call('POST', '/v1/payments', { body, headers })).rejects.toThrow();
    expect(await call('POST', '/v1/payments', { body, headers })).toMatchObject({ status: 201 });
    expect(party.payments.size).toBe(1);
    const other = { ...body, transaction_amount: 1 };
    expect(await call('POST', '/v1/payments', { body: other, headers })).toMatchObject({
      status: 409,
    });
    expect(party.takeViolations()).toHaveLength(1);
  });

  it('may be authorised first, then captured in part or cancelled', async () => {
    const { call, pay } = await arrange();
    const first = await pay({ capture: false });
    expect(first.json).toMatchObject({ status: 'authorized', captured: false });
    const body = { capture: true, transaction_amount: 50 };
    expect(await call('PUT', `/v1/payments/${first.id}`, { body })).toMatchObject({
      json: { status: 'approved', transaction_amount: 50 },
    });
    expect(await call('PUT', `/v1/payments/${first.id}`, { body })).toMatchObject({ status: 400 });
    const second = await pay({ capture: false });
    const tooMuch = { capture: true, transaction_amount: 58.81 };
    expect(await call('PUT', `/v1/payments/${second.id}`, { body: tooMuch })).toMatchObject({
      status: 400,
    });
    const cancel = { body: { status: 'cancelled' } };
    expect(await call('PUT', `/v1/payments/${second.id}`, cancel)).toMatchObject({
      json: { status: 'cancelled' },
    });
  });

  it.each([
    ['transaction_amount', '58.80'],
    ['transaction_amount', 58.801],
    ['transaction_amount', 0],
    ['payment_method_id', undefined],
    ['payer', {}],
    ['installments', undefined],
    ['token', undefined],
    ['three_d_secure_mode', 'always'],
    ['notification_url', 'http://loja.example.com'],
  ])('is refused with %s %j', async (field, value) => {
    const { party, pay } = await arrange();
    expect(await pay({ [field]: value })).toMatchObject({
      status: 400,
      json: { error: 'bad_request', cause: [{ code: expect.any(Number) }] },
    });
    expect(party.payments.size).toBe(0);
    expect(party.takeViolations()).toHaveLength(1);
  });

  it.each([
    ['a wrong token', { authorization: 'Bearer TEST-0' }, 401, 0],
    ['no idempotency key', { 'x-idempotency-key': '' }, 400, 1],
  ])('is refused with %s', async (_what, headers, status, violations) => {
    const { party, call, aPayment } = await arrange();
    const body = await aPayment();
    expect(await call('POST', '/v1/payments', { body, headers })).toMatchObject({ status });
    expect(party.payments.size).toBe(0);
    expect(party.takeViolations()).toHaveLength(violations);
  });

  it('in binary mode leaves no room for a challenge, which is a violation', async () => {
    const { party, pay } = await arrange();
    await pay({ binary_mode: true, three_d_secure_mode: 'optional' });
    expect(party.takeViolations()).toHaveLength(1);
  });
});

describe('a card token', () => {
  it.each([
    ['card_number', '5031'],
    ['security_code', ''],
    ['expiration_month', 13],
    ['expiration_year', 30],
    ['cardholder', {}],
  ])('is not given for %s %j', async (field, value) => {
    const { party, call } = await arrange();
    const body = { ...aCard('APRO'), [field]: value };
    expect(await call('POST', '/v1/card_tokens', { body })).toMatchObject({ status: 400 });
    expect(party.tokens.size).toBe(0);
    expect(party.takeViolations()).toHaveLength(1);
  });
});

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
    expect(await call('POST', path)).toMatchObject({ status: 400 });
    const refundId = party.payments.get(id)?.refunds[0]?.id ?? 0;
    party.endRefund(id, refundId, 'rejected');
    expect(await call('GET', `${path}/${refundId}`)).toMatchObject({
      json: { status: 'rejected' },
    });
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

describe('a notice', () => {
  it('is signed over the id in its address, its request id and its time', async () => {
    const { party, pay, authority, clock } = await arrange();
    const { id } = await pay();
    const received: { url: URL; headers: IncomingHttpHeaders; body: string }[] = [];
    const { certificatePem: cert, keyPem: key } = authority.issueServer(['127.0.0.1']);
    const server = createServer({ cert, key }, async (request, response) => {
      let body = '';
      for await (const chunk of request) body += chunk;
      const url = new URL(request.url ?? '', 'https://receiver.invalid');
      received.push({ url, headers: request.headers, body });
      response.writeHead(200).end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const address = server.address();
    const url = `https://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/notices`;

    expect(await party.notify(url, id)).toEqual({ status: 200 });
    await party.notify(url, id, { secret: 'of somebody else' });
    const [{ url: to, headers, body } = received[0]!, forged] = received;
    expect(to.searchParams.get('data.id')).toBe(`${id}`);
    expect(to.searchParams.get('type')).toBe('payment');
    expect(JSON.parse(body)).toMatchObject({ type: 'payment', data: { id: `${id}` } });
    const signed = `id:${id};request-id:${headers['x-request-id']};ts:${clock.now()};`;
    const v1 = createHmac('sha256', party.credentials.webhookSecret).update(signed).digest('hex');
    expect(headers['x-signature']).toBe(`ts=${clock.now()},v1=${v1}`);
    expect(forged!.headers['x-signature']).not.toContain(v1);
  });
});
