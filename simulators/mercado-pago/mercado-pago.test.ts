import { describe, expect, it, onTestFinished } from 'vitest';
import { createTestHarness } from '../server/harness.ts';
import { createCaller } from '../testing/call.ts';
import { aCard, createMercadoSeller } from '../testing/mercado-pago-seller.ts';
import { startMercadoPago } from './mercado-pago.ts';

async function arrange() {
  const harness = createTestHarness();
  const trusted = [harness.authority.certificatePem];
  const party = await startMercadoPago({ ...harness, trusted });
  onTestFinished(() => party.stop());
  return { ...harness, party, ...createMercadoSeller(party) };
}

/** The next payment waits for a challenge, whose page takes forms as a browser sends them. */
async function arrangeChallenge() {
  const { pay, ...rest } = await arrange();
  const { party } = rest;
  party.challengeNext();
  const send = createCaller({ trusted: party.authorityPem });

  return {
    ...rest,
    async pay() {
      const { json, id } = await pay({ three_d_secure_mode: 'optional' });
      const { three_ds_info } = json as { three_ds_info: Record<string, string> };
      const { external_resource_url: url = '', creq = '' } = three_ds_info;
      return { id, url, creq };
    },
    postForm: (url: string, fields: Record<string, string>) =>
      send(url, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams(fields).toString(),
      }),
    isToldToParent: ({ text }: { text: string }) =>
      text.includes(`parent.postMessage({ status: 'COMPLETE' }`),
  };
}

it('is refused without who sells, and with a long name on the bill, to a facilitator', async () => {
  const harness = createTestHarness();
  const party = await startMercadoPago({ ...harness, isFacilitator: true });
  onTestFinished(() => party.stop());
  const { pay } = createMercadoSeller(party);
  const refused = { status: 400, json: { error: 'bad_request', cause: [{ code: 1 }] } };
  expect(await pay()).toMatchObject(refused);
  expect(await pay({ forward_data: { sub_merchant: { mcc: '5814' } } })).toMatchObject(refused);
  expect(await pay({ statement_descriptor: 'x'.repeat(14) })).toMatchObject(refused);
  expect(party.payments.size).toBe(0);
  expect(party.takeViolations()).toHaveLength(15);
});

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

  it.each([
    ['confirm', 'approved', 'accredited'],
    ['refuse', 'rejected', 'cc_rejected_3ds_challenge'],
  ])('is %sed by its buyer on the page of the bank, once', async (answer, status, detail) => {
    const { party, call, pay, postForm, isToldToParent } = await arrangeChallenge();
    const { id, url, creq } = await pay();
    const shown = await postForm(url, { creq });
    expect(shown).toMatchObject({ status: 200, text: expect.stringContaining(`value="${creq}"`) });
    const ended = await postForm(`${url}/answer`, { creq, answer });
    expect([ended.status, isToldToParent(ended)]).toEqual([200, true]);
    const { json } = await call('GET', `/v1/payments/${id}`);
    expect(json).toMatchObject({ status, status_detail: detail });
    expect(await postForm(`${url}/answer`, { creq, answer })).toMatchObject({ status: 400 });
    expect(() => party.endChallenge(id, true)).toThrow('no challenge');
    expect(party.takeViolations()).toEqual([]);
  });

  it('may end on a page of the bank that says nothing', async () => {
    const { party, pay, postForm, isToldToParent } = await arrangeChallenge();
    party.loseMessages();
    const { url, creq } = await pay();
    expect(isToldToParent(await postForm(`${url}/answer`, { creq, answer: 'confirm' }))).toBe(
      false,
    );
  });

  it('is not confirmed with the request of another, nor of a payment that there is not', async () => {
    const { party, call, pay, postForm } = await arrangeChallenge();
    const { id, url, creq } = await pay();
    const confirmed = { creq: `x${creq}`, answer: 'confirm' };
    expect(await postForm(`${url}/answer`, confirmed)).toMatchObject({ status: 400 });
    expect(await postForm(`${party.acs}/challenges/1`, { creq })).toMatchObject({ status: 400 });
    expect(party.takeViolations()).toHaveLength(1);
    const { json } = await call('GET', `/v1/payments/${id}`);
    expect(json).toMatchObject({ status: 'pending' });
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

  it.each([
    ['transaction_amount', '58.80'],
    ['transaction_amount', 58.801],
    ['transaction_amount', 0],
    ['payment_method_id', ''],
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

it.each([
  ['card_number', '5031'],
  ['security_code', ''],
  ['expiration_month', 13],
  ['expiration_year', 30],
  ['cardholder', {}],
])('a card token is not given for %s %j', async (field, value) => {
  const { party, call } = await arrange();
  const body = { ...aCard('APRO'), [field]: value };
  expect(await call('POST', '/v1/card_tokens', { body })).toMatchObject({ status: 400 });
  expect(party.tokens.size).toBe(0);
  expect(party.takeViolations()).toHaveLength(1);
});
