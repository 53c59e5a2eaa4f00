/** @module-tag minutes */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { readFormChallenge } from '../../../contract/card/form-challenge.ts';
import { testDatabases } from '../../testing/test-db.ts';
import { arrangeRoutedMercadoPago, MERCADO_CARD } from '../../testing/test-mercado-pago.ts';
import { newReference, send, validPayin } from '../../testing/test-service.ts';

const COMPANY = 'postorder';
const ONE = { method: 'GET', path: '/v1/payments/:id' };
const CANCEL = { method: 'PUT', path: '/v1/payments/:id' };
const PAYMENTS = { method: 'POST', path: '/v1/payments' };

describe.each(testDatabases())('a payin confirmed at the bank, on $engine', (database) => {
  const ends: (() => void | Promise<void>)[] = [];
  let routed: Awaited<ReturnType<typeof arrangeRoutedMercadoPago>>;
  /** Ends what a test has left open, which the clock of the next one would call off. */
  let endPayment = async (): Promise<void> => undefined;

  beforeAll(async () => {
    const settings = { 'three-d-secure': 'on' };
    routed = await arrangeRoutedMercadoPago(
      database,
      { company: COMPANY, methods: ['CREDIT_CARD'], settings },
      (end) => void ends.push(end),
    );
  });
  afterEach(() => endPayment());
  afterAll(async () => {
    for (const end of ends.splice(0).reverse()) await end();
  });

  /** An account after the order at Mercado Pago as it is played, and a payin that waits. */
  async function arrange() {
    const { party, service, headers } = routed;
    const paidBefore = party.payments.size;
    const askedBefore = party.requests.length;
    const card = { ...MERCADO_CARD, cvv: '123', installments: 1 };
    const order = validPayin({ referenceId: newReference(), card });
    const pay = () => send(`${service.baseUrl}/payin`, { body: order, headers });
    const browser = (path: string, body?: unknown) =>
      service.fromPage(COMPANY, `/checkout${path}`, body);
    const advance = (advanceSeconds: number) =>
      send(`${service.baseUrl}/sandbox/clock`, { body: { advanceSeconds }, headers });

    party.challengeNext();
    const { status, body } = await pay();
    expect([status, body.status]).toEqual([201, 'PENDING_3DS']);
    const { session_id: id } = body.threeDSecureAction;
    const session = `/three-d-secure-sessions/${id}`;
    const paymentId = Number(body.externalId);
    const complete = async (outcome: string) =>
      (await browser(`${session}/complete`, { outcome })).body;
    endPayment = async () => {
      party.change(paymentId, { status: 'cancelled', detail: 'expired' });
      await complete('done');
    };
    return {
      ...{ party, service, pay, body, browser, advance, paymentId, complete },
      payment: party.payments.get(paymentId),
      read: async () => (await browser(session)).body,
      show: async () => (await send(`${service.baseUrl}/payin/${body.id}`, { headers })).body,
      /** Only ever one payment, and nothing of the card anywhere but in the request for its token. */
      expectOneCharge() {
        const asked = party.requests.slice(askedBefore);
        expect(party.payments.size - paidBefore).toBe(1);
        expect(asked.filter(({ path }) => path === '/v1/card_tokens')).toHaveLength(1);
        expect(party.takeViolations()).toEqual([]);
      },
    };
  }

  it('is answered with what the browser posts to the bank, as often as it is asked', async () => {
    const { party, service, pay, body, browser, payment, expectOneCharge } = await arrange();
    expect(body).toMatchObject({
      externalId: `${payment?.id}`,
      threeDSecureProvider: 'mercadopago',
      threeDSecureTransactionId: `${payment?.id}`,
    });
    const url = `${party.acs}/challenges/${payment?.id}`;
    expect(readFormChallenge(body.threeDSecureSession)).toEqual({ url, creq: payment?.creq });
    expect((await pay()).body).toEqual(body);
    const { body: config } = await browser('/config');
    expect(config.capabilities.threeDS).toMatchObject({
      ...{ enabled: true, flow: 'post-order', provider: 'mercadopago' },
      sdkUrl: body.threeDSecureSdkUrl,
    });
    expect(service.logged.join('')).not.toContain(MERCADO_CARD.number);
    expectOneCharge();
  });

  it.each([
    [true, 'AUTHENTICATED', null, 'APPROVED', null],
    [false, 'FAILED', 'not_authenticated', 'REFUSED', 'not_authenticated'],
  ] as const)('is decided by the charge alone: confirmed %s', async (...facts) => {
    const [hasPassed, status, reason, payin, declineReason] = facts;
    const { party, paymentId, complete, show, expectOneCharge } = await arrange();
    // What a browser says too early is nothing.
    expect((await complete('done')).status).toBe('OPEN');
    expect((await show()).status).toBe('PENDING_3DS');
    party.endChallenge(paymentId, hasPassed);
    expect(await complete('done')).toMatchObject({ status, reason });
    expect(await complete('cancelled')).toMatchObject({ status });
    const shown = await show();
    expect([shown.status, shown.declineReason ?? null]).toEqual([payin, declineReason]);
    expectOneCharge();
  });

  it('counts as authenticated where the card was refused for another reason', async () => {
    const { party, paymentId, complete, show } = await arrange();
    party.change(paymentId, { status: 'rejected', detail: 'cc_rejected_insufficient_amount' });
    expect(await complete('done')).toMatchObject({ status: 'AUTHENTICATED' });
    const { status, declineReason } = await show();
    expect([status, declineReason]).toEqual(['REFUSED', 'insufficient_funds']);
  });

  it('is looked up where no browser says anything', async () => {
    const { party, paymentId, advance, read, show, expectOneCharge } = await arrange();
    party.endChallenge(paymentId, true);
    await advance(1);
    expect((await show()).status).toBe('APPROVED');
    expect((await read()).status).toBe('AUTHENTICATED');
    expectOneCharge();
  });

  it('stays open while Mercado Pago does not tell', async () => {
    const { party, paymentId, complete, show } = await arrange();
    party.endChallenge(paymentId, true);
    party.faults.next(ONE, { kind: 'cut' });
    expect((await complete('done')).status).toBe('OPEN');
    expect((await show()).status).toBe('PENDING_3DS');
    expect((await complete('done')).status).toBe('AUTHENTICATED');
  });

  it('is called off by a buyer who leaves', async () => {
    const { party, paymentId, complete, show, expectOneCharge } = await arrange();
    expect(await complete('cancelled')).toMatchObject({ status: 'FAILED', reason: 'cancelled' });
    expect(party.payments.get(paymentId)?.status).toBe('cancelled');
    expect(await show()).toMatchObject({ status: 'REFUSED', declineReason: 'not_authenticated' });
    expectOneCharge();
  });

  it('is approved where the buyer leaves after they have confirmed', async () => {
    const { party, paymentId, complete, show } = await arrange();
    party.endChallenge(paymentId, true);
    expect((await complete('cancelled')).status).toBe('AUTHENTICATED');
    expect(await show()).toMatchObject({
      status: 'APPROVED',
      threeDSecure: { used: true, eci: null, expectedLiability: 'issuer' },
    });
  });

  it('waits on where Mercado Pago does not call it off', async () => {
    const { party, paymentId, complete, show } = await arrange();
    const answer = { status: 500, body: '{}' };
    party.faults.next(CANCEL, { kind: 'answer', answer });
    expect((await complete('cancelled')).status).toBe('OPEN');
    expect((await show()).status).toBe('PENDING_3DS');
    party.endChallenge(paymentId, true);
    expect((await complete('done')).status).toBe('AUTHENTICATED');
    expect((await show()).status).toBe('APPROVED');
  });

  const cancel = (id: string) => {
    const path = `${routed.service.baseUrl}/payin/${id}/cancel`;
    return send(path, { method: 'POST', headers: routed.headers });
  };

  it('is called off where its merchant cancels the payin, and was not refused', async () => {
    const { party, paymentId, body, read, expectOneCharge } = await arrange();
    const answers = [await cancel(body.id), await cancel(body.id)];
    expect(answers.map((one) => [one.status, one.body.status])).toEqual([
      [200, 'CANCELED'],
      [200, 'CANCELED'],
    ]);
    expect(party.payments.get(paymentId)?.status).toBe('cancelled');
    expect(await read()).toMatchObject({ status: 'EXPIRED', reason: null });
    expectOneCharge();
  });

  it('is not cancelled once its buyer has confirmed', async () => {
    const { party, paymentId, body } = await arrange();
    party.endChallenge(paymentId, true);
    const refused = await cancel(body.id);
    expect([refused.status, refused.body.error]).toMatchObject([
      409,
      { code: 'ILLEGAL_TRANSITION', payin: { id: body.id, status: 'APPROVED' } },
    ]);
  });

  it('is not cancelled while Mercado Pago does not call it off', async () => {
    const { party, body, show } = await arrange();
    party.faults.next(CANCEL, { kind: 'answer', answer: { status: 500, body: '{}' } });
    const refused = await cancel(body.id);
    expect([refused.status, refused.body.error]).toMatchObject([
      409,
      { code: 'IN_PROGRESS', payin: { status: 'PENDING_3DS' } },
    ]);
    expect((await show()).status).toBe('PENDING_3DS');
    expect((await cancel(body.id)).body.status).toBe('CANCELED');
  });

  it('waits on where the browser could not show it', async () => {
    const { party, paymentId, complete } = await arrange();
    expect((await complete('failed')).status).toBe('OPEN');
    expect(party.payments.get(paymentId)?.status).toBe('pending');
  });

  it('is called off once its time is over, and was not refused', async () => {
    const { party, paymentId, advance, read, show, expectOneCharge } = await arrange();
    await advance(15 * 60);
    expect(party.payments.get(paymentId)?.status).toBe('cancelled');
    expect(await show()).toMatchObject({ status: 'CANCELED' });
    expect(await read()).toMatchObject({ status: 'EXPIRED', reason: null });
    expectOneCharge();
  });

  it('was not refused either where the bank itself waited no longer', async () => {
    const { party, paymentId, complete, show } = await arrange();
    party.change(paymentId, { status: 'cancelled', detail: 'expired' });
    expect(await complete('done')).toMatchObject({ status: 'EXPIRED' });
    expect((await show()).status).toBe('CANCELED');
  });

  it('confirmed at the last moment is approved, although its time is over', async () => {
    const { party, paymentId, advance, read, show } = await arrange();
    party.endChallenge(paymentId, true);
    await advance(15 * 60);
    expect((await show()).status).toBe('APPROVED');
    expect((await read()).status).toBe('AUTHENTICATED');
  });

  it('that nobody calls off stays until Mercado Pago ends it', async () => {
    const { party, paymentId, advance, read, show } = await arrange();
    party.faults.next(CANCEL, { kind: 'answer', answer: { status: 500, body: '{}' } });
    await advance(15 * 60);
    expect((await show()).status).toBe('PENDING_3DS');
    party.change(paymentId, { status: 'cancelled', detail: 'expired' });
    expect((await read()).status).toBe('EXPIRED');
    expect((await show()).status).toBe('CANCELED');
  });

  it('whose first answer was lost is PENDING, and nobody is asked', async () => {
    const { party, service, advance } = await arrange();
    const before = party.payments.size;
    party.faults.next(PAYMENTS, { kind: 'commit_and_cut' });
    party.challengeNext();
    const card = { ...MERCADO_CARD, cvv: '123', installments: 1 };
    const order = validPayin({ referenceId: newReference(), card });
    const { body } = await service.post(COMPANY, '/payin', order);
    expect(body.status).toBe('PENDING');
    await advance(1);
    const show = async () => (await service.get(COMPANY, `/payin/${body.id}`)).body.status;
    expect(await show()).toBe('PENDING');
    const id = [...party.payments.keys()].at(-1) ?? 0;
    party.change(id, { status: 'cancelled', detail: 'expired' });
    await advance(1);
    expect(await show()).toBe('FAILED');
    expect(party.payments.size - before).toBe(1);
  });
});
