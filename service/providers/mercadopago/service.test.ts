import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { embeddedTestDatabase } from '../../testing/test-db.ts';
import { arrangeRoutedMercadoPago, MERCADO_CARD } from '../../testing/test-mercado-pago.ts';
import { newReference, send, validPayin } from '../../testing/test-service.ts';

const REQUEST_ID = '2066ca19-c6f1-498a-be75-1923005edd06';
const AT_MERCADO = { company: 'no3ds', provider: 'mercadopago' };

const ends: (() => void | Promise<void>)[] = [];
let routed: Awaited<ReturnType<typeof arrangeRoutedMercadoPago>>;
let address: unknown;

beforeAll(async () => {
  routed = await arrangeRoutedMercadoPago(
    embeddedTestDatabase,
    { company: 'no3ds', methods: ['CREDIT_CARD', 'PIX'] },
    (end) => void ends.push(end),
  );
  ({ address } = await routed.operator.record('provider connect', AT_MERCADO));
});
afterAll(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

/** An account that an operator has routed to Mercado Pago as it is played, and what is made there. */
function arrange() {
  const { party, clock, service, operator, headers } = routed;
  const paidBefore = party.payments.size;
  const askedBefore = party.requests.length;
  const newest = () => [...party.payments.keys()].at(-1) ?? 0;

  function payBy(holderName: string, changes: object = {}) {
    const card = { ...MERCADO_CARD, holderName, cvv: '123', installments: 1 };
    const body = validPayin({ referenceId: newReference(), card, ...changes });
    return send(`${service.baseUrl}/payin`, { body, headers });
  }

  const show = async (id: string) =>
    (await send(`${service.baseUrl}/payin/${id}`, { headers })).body;

  /** As Mercado Pago tells of its newest payment; signed with another secret it is forged. */
  function notify(secret = party.credentials.webhookSecret) {
    const id = newest();
    const ts = clock.now();
    const manifest = `id:${id};request-id:${REQUEST_ID};ts:${ts};`;
    const v1 = createHmac('sha256', secret).update(manifest).digest('hex');
    return fetch(`${address}?data.id=${id}&type=payment`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-signature': `ts=${ts},v1=${v1}`,
        'x-request-id': REQUEST_ID,
      },
      body: JSON.stringify({ type: 'payment', data: { id: `${id}` } }),
    });
  }

  function change(status: 'approved' | 'rejected' | 'charged_back', detail: string) {
    party.change(newest(), { status, detail });
  }

  const payments = () => party.payments.size - paidBefore;
  const requests = () => party.requests.slice(askedBefore);
  return {
    party,
    service,
    operator,
    headers,
    payBy,
    show,
    notify,
    change,
    newest,
    payments,
    requests,
  };
}

describe('an account at Mercado Pago', () => {
  it('is served by credentials that an operator has tried', async () => {
    const { operator } = arrange();
    const tried = await operator.record('provider test', AT_MERCADO);
    expect(tried).toMatchObject({ works: true, reason: null });
  });

  it('is paid by card, and its number is in the one request for its token', async () => {
    const { service, payBy, newest, requests } = arrange();
    const { status, body } = await payBy('APRO');
    expect([status, body.status, body.externalId]).toEqual([201, 'APPROVED', `${newest()}`]);
    const seen = requests().filter((one) => JSON.stringify(one).includes(MERCADO_CARD.number));
    expect(seen.map(({ path }) => path)).toEqual(['/v1/card_tokens']);
    expect(service.logged.join('')).not.toContain(MERCADO_CARD.number);
  });

  it('tells why a card was refused', async () => {
    const { payBy } = arrange();
    const declined = await payBy('FUND');
    expect([declined.status, declined.body.error.code]).toEqual([400, 'PAYER_LIMIT_REJECTED']);
  });

  it.each([
    ['approved', 'accredited', 'APPROVED'],
    ['rejected', 'cc_rejected_high_risk', 'REFUSED'],
  ] as const)('learns by a signed notice that a review ended %s', async (status, detail, ends) => {
    const { payments, payBy, show, notify, change } = arrange();
    const { body } = await payBy('CONT');
    expect(body.status).toBe('PENDING');
    change(status, detail);
    expect((await notify('somebody else’s')).ok).toBe(false);
    expect((await show(body.id)).status).toBe('PENDING');
    expect((await notify()).status).toBe(200);
    expect((await show(body.id)).status).toBe(ends);
    expect((await notify()).status).toBe(200);
    expect(payments()).toBe(1);
  });

  it('learns by notices that a charge was contested, and that the dispute was won', async () => {
    const { service, headers, payBy, show, notify, change } = arrange();
    const readBalance = async () => (await send(`${service.baseUrl}/balance`, { headers })).body;
    const before = await readBalance();
    const { body } = await payBy('APRO');
    const paid = await readBalance();
    change('charged_back', 'in_process');
    expect((await notify('somebody else’s')).ok).toBe(false);
    expect((await show(body.id)).status).toBe('APPROVED');
    // Told twice, it takes the money once.
    for (let time = 0; time < 2; time += 1) expect((await notify()).status).toBe(200);
    expect((await show(body.id)).status).toBe('CHARGEBACK');
    const contested = await readBalance();
    expect(contested).not.toEqual(paid);
    change('charged_back', 'settled');
    expect((await notify()).status).toBe(200);
    expect(await readBalance()).toEqual(contested);
    change('charged_back', 'reimbursed');
    expect((await notify()).status).toBe(200);
    expect((await show(body.id)).status).toBe('APPROVED');
    expect(await readBalance()).toEqual(paid);
    expect(paid).not.toEqual(before);
  });

  it('learns by one notice that a charge under review was approved and contested since', async () => {
    const { payBy, show, notify, change } = arrange();
    const { body } = await payBy('CONT');
    expect(body.status).toBe('PENDING');
    change('charged_back', 'in_process');
    expect((await notify()).status).toBe(200);
    expect((await show(body.id)).status).toBe('CHARGEBACK');
  });

  it('is asked again about a dispute where Mercado Pago did not tell', async () => {
    const { party, payBy, show, notify, change } = arrange();
    const { body } = await payBy('APRO');
    change('charged_back', 'settled');
    // The first look is at what the notice is about.
    party.faults.next({ method: 'GET' }, { kind: 'answer_late', afterMs: 0 });
    const cut = party.faults.next({ method: 'GET' }, { kind: 'cut' });
    expect((await notify()).status).toBe(502);
    await cut.taken;
    expect((await show(body.id)).status).toBe('APPROVED');
    expect((await notify()).status).toBe(200);
    expect((await show(body.id)).status).toBe('CHARGEBACK');
  });

  it('is paid once where the answer was lost, and a repeat charges nothing', async () => {
    const { party, payments, payBy, show, notify } = arrange();
    party.faults.next({ method: 'POST', path: '/v1/payments' }, { kind: 'commit_and_cut' });
    const referenceId = newReference();
    const { body } = await payBy('APRO', { referenceId });
    expect(body.status).toBe('PENDING');
    expect((await payBy('APRO', { referenceId })).body.id).toBe(body.id);
    await notify();
    expect((await show(body.id)).status).toBe('APPROVED');
    expect(payments()).toBe(1);
  });

  it('is paid by PIX, and gives a part of it back', async () => {
    const { service, headers, payBy, show, notify, change } = arrange();
    const { status, body } = await payBy('', { paymentMethod: 'PIX', card: undefined });
    expect([status, body.status]).toEqual([201, 'PENDING']);
    expect(body.pix.qrcode).toContain('br.gov.bcb.pix');
    change('approved', 'accredited');
    await notify();
    expect((await show(body.id)).status).toBe('APPROVED');
    const refund = await send(`${service.baseUrl}/payin/${body.id}/refund`, {
      body: { referenceId: newReference(), amount: 1 },
      headers,
    });
    expect(refund.body.status).toBe('DONE');
    expect((await show(body.id)).refundedAmount).toBe(1);
  });
});
