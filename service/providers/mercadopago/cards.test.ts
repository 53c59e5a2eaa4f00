import { describe, expect, it } from 'vitest';
import type { Fault } from '../../../parties/server/faults.ts';
import { arrangeMercadoPago, MERCADO_CARD } from '../../testing/test-mercado-pago.ts';

const REVERSAL_ID = 'fedcba9876543210fedcba9876543210';
const PAYMENTS = { method: 'POST', path: '/v1/payments' };
const TOKENS = { method: 'POST', path: '/v1/card_tokens' };

describe('a card at Mercado Pago', () => {
  it('is made a token and charged once, under the key of the attempt', async () => {
    const { party, chargeBy, find, paymentId, key } = await arrangeMercadoPago();
    expect(await find()).toEqual({ kind: 'not_found' });
    const charged = await chargeBy('APRO');
    const externalId = `${paymentId()}`;
    expect(charged).toEqual({ kind: 'approved', externalId });
    expect(await find()).toEqual({ kind: 'approved', externalId });
    expect(party.payments.get(paymentId())).toMatchObject({
      centavos: 3700,
      fields: {
        external_reference: key,
        payment_method_id: 'master',
        installments: 3,
        binary_mode: false,
        capture: true,
        payer: {
          email: 'ana@example.com',
          first_name: 'Ana',
          last_name: 'Souza',
          identification: { type: 'CPF', number: '52998224725' },
        },
        additional_info: {
          ip_address: '203.0.113.7',
          items: [{ id: '1', title: 'Livro', quantity: 1, unit_price: 37 }],
          payer: { phone: { area_code: '11', number: '987654321' } },
        },
      },
    });
    const writes = party.requests.filter(({ method }) => method === 'POST');
    const keys = writes.map(({ headers }) => headers['x-idempotency-key']);
    expect(keys).toEqual([`${key}-token`, key]);
  });

  it('leaves its number in the request for its token alone, and nothing in the log', async () => {
    const { party, chargeBy, lines } = await arrangeMercadoPago();
    await chargeBy('APRO');
    const seen = party.requests.filter((one) => JSON.stringify(one).includes(MERCADO_CARD.number));
    expect(seen.map(({ path }) => path)).toEqual(['/v1/card_tokens']);
    const log = JSON.stringify(lines);
    expect(lines.map(({ verb }) => verb)).toEqual(['tokenize', 'charge']);
    const { accessToken, webhookSecret } = party.credentials;
    for (const secret of [MERCADO_CARD.number, accessToken, webhookSecret, 'Ana', '52998224725']) {
      expect(log).not.toContain(secret);
    }
  });

  it('is charged for its holder, where the page asked who that is', async () => {
    const { party, chargeBy } = await arrangeMercadoPago();
    const card = { kind: 'card', card: MERCADO_CARD, holderDocument: '11222333000181' } as const;
    await chargeBy('APRO', { card });
    expect(JSON.parse(party.requests[0]?.rawBody ?? '')).toMatchObject({
      cardholder: { identification: { type: 'CNPJ', number: '11222333000181' } },
    });
  });

  it('comes with the proof that its holder was authenticated elsewhere', async () => {
    const { party, chargeBy, paymentId } = await arrangeMercadoPago();
    const proof = {
      kind: 'cryptogram',
      eci: '02',
      cavv: Buffer.alloc(20, 7).toString('base64'),
      dsTransactionId: '6f2b9a3e-5f0a-4a6f-8b0e-1c8f5b1f0d11',
      version: '2.2.0',
    } as const;
    expect(await chargeBy('APRO', { authentication: proof })).toMatchObject({ kind: 'approved' });
    expect(party.payments.get(paymentId())?.fields.payment_method?.data.authentication).toEqual({
      cryptogram: proof.cavv,
      eci: '02',
      ds_trans_id: proof.dsTransactionId,
      three_ds_version: '2.2.0',
    });
  });

  it.each([
    ['FUND', { kind: 'declined', code: 'PAYER_LIMIT_REJECTED', reason: 'insufficient_funds' }],
    ['SECU', { kind: 'declined', code: 'INVALID_CVV', reason: 'invalid_cvv' }],
    ['EXPI', { kind: 'refused', reason: 'card_expired' }],
    ['FORM', { kind: 'refused', reason: 'invalid_card' }],
    ['CALL', { kind: 'refused', reason: 'do_not_honour' }],
    ['OTHE', { kind: 'refused', reason: 'do_not_honour' }],
  ])('of the holder %s is refused, and found so', async (holder, outcome) => {
    const { chargeBy, find } = await arrangeMercadoPago();
    expect(await chargeBy(holder)).toMatchObject(outcome);
    expect(await find()).toMatchObject(outcome);
  });

  it.each([
    ['cc_rejected_high_risk', { kind: 'declined', code: 'REJECTED_BY_RISK' }],
    ['cc_rejected_blacklist', { kind: 'declined', decidedBy: 'antifraud' }],
    ['cc_rejected_card_disabled', { kind: 'refused', reason: 'card_blocked' }],
    ['cc_rejected_max_attempts', { kind: 'refused', reason: 'tries_exceeded' }],
    ['cc_rejected_3ds_mandatory', { kind: 'refused', reason: 'not_authenticated' }],
    ['cc_rejected_card_error', { kind: 'refused', reason: 'issuer_unavailable' }],
  ])('refused with %s is told so', async (detail, outcome) => {
    const { party, chargeBy } = await arrangeMercadoPago();
    party.decideNext({ status: 'rejected', detail });
    expect(await chargeBy('APRO')).toMatchObject(outcome);
  });

  it('refused with a word that nobody knows is refused without a reason', async () => {
    const { party, chargeBy, paymentId } = await arrangeMercadoPago();
    party.decideNext({ status: 'rejected', detail: 'cc_rejected_moon_phase' });
    const refused = await chargeBy('APRO');
    expect(refused).toEqual({ kind: 'refused', externalId: `${paymentId()}` });
  });

  it('under review is processing, until the review ends', async () => {
    const { party, chargeBy, find, paymentId } = await arrangeMercadoPago();
    expect(await chargeBy('CONT')).toEqual({ kind: 'processing' });
    expect(await find()).toEqual({ kind: 'processing' });
    party.change(paymentId(), { status: 'approved', detail: 'accredited' });
    expect(await find()).toMatchObject({ kind: 'approved' });
  });

  it.each([
    ['in_process', 'taken'],
    ['settled', 'taken'],
    ['a word nobody knows', 'taken'],
    ['reimbursed', 'won'],
  ])('that is charged back (%s) was approved, and its dispute is %s', async (detail, dispute) => {
    const { party, chargeBy, find, paymentId } = await arrangeMercadoPago();
    await chargeBy('APRO');
    party.change(paymentId(), { status: 'charged_back', detail });
    expect(await find()).toEqual({ kind: 'approved', externalId: `${paymentId()}`, dispute });
  });

  it.each([
    ['refunded', 'refunded', 'voided'],
    ['cancelled', 'expired', 'voided'],
    ['cancelled', 'by_collector', 'voided'],
    ['authorized', 'pending_capture', 'processing'],
  ] as const)('that is %s (%s) afterwards is %s', async (status, detail, kind) => {
    const { party, chargeBy, find, paymentId } = await arrangeMercadoPago();
    await chargeBy('APRO');
    party.change(paymentId(), { status, detail });
    expect(await find()).toMatchObject({ kind });
  });

  it('in a state that nobody knows is not decided', async () => {
    const { party, chargeBy, key } = await arrangeMercadoPago();
    const payment = { id: 5, status: 'napping', transaction_amount: 37, external_reference: key };
    const answer = { status: 201, body: JSON.stringify(payment) };
    party.faults.next(PAYMENTS, { kind: 'answer', answer });
    expect(await chargeBy('APRO')).toEqual({ kind: 'processing' });
  });

  it('of a brand that we have no word for is told by its number', async () => {
    const { party, chargeBy, paymentId } = await arrangeMercadoPago();
    expect(await chargeBy('APRO', { brand: 'maestro' })).toMatchObject({ kind: 'approved' });
    const { fields } = party.payments.get(paymentId()) ?? {};
    expect(fields).toMatchObject({ payment_method_id: 'master' });
    const write = party.requests.find(({ path }) => path === PAYMENTS.path);
    expect(JSON.parse(write?.rawBody ?? '')).not.toHaveProperty('payment_method_id');
  });

  it('that Mercado Pago does not take is refused, and nothing was taken', async () => {
    const { party, chargeBy, find } = await arrangeMercadoPago();
    const card = { kind: 'card', card: { ...MERCADO_CARD, number: '6011000990139424' } } as const;
    const refused = await chargeBy('APRO', { brand: 'discover', card });
    expect(refused).toMatchObject({ kind: 'refused', reason: 'not_allowed' });
    expect(party.payments.size).toBe(0);
    expect(await find()).toEqual({ kind: 'not_found' });
  });

  it.each([
    ['authenticated by another party', { kind: 'reference', provider: 'pagbank', id: 'x' }],
  ] as const)('%s fails without asking', async (_what, authentication) => {
    const { party, chargeBy } = await arrangeMercadoPago();
    expect(await chargeBy('APRO', { authentication })).toMatchObject({ kind: 'failed' });
    expect(party.requests).toHaveLength(0);
  });

  it.each([
    ['E302', { kind: 'declined', code: 'INVALID_CVV' }],
    ['E301', { kind: 'refused', reason: 'invalid_card' }],
    ['325', { kind: 'refused', reason: 'card_expired' }],
    ['316', { kind: 'failed' }],
  ])('that gets no token with %s is never charged', async (code, outcome) => {
    const { party, chargeBy } = await arrangeMercadoPago();
    const body = JSON.stringify({ message: 'no', cause: [{ code, description: 'no' }] });
    party.faults.next(TOKENS, { kind: 'answer', answer: { status: 400, body } });
    expect(await chargeBy('APRO')).toMatchObject(outcome);
    expect(party.payments.size).toBe(0);
  });

  it('whose token is gone fails, and nothing was taken', async () => {
    const { party, chargeBy, find } = await arrangeMercadoPago();
    const answer = { status: 201, body: JSON.stringify({ id: 'f'.repeat(32) }) };
    party.faults.next(TOKENS, { kind: 'answer', answer });
    expect(await chargeBy('APRO')).toMatchObject({ kind: 'failed' });
    expect(await find()).toEqual({ kind: 'not_found' });
  });
});

describe('a charge at Mercado Pago whose answer was lost', () => {
  it.each<[string, Fault, string]>([
    ['cut after it was made', { kind: 'commit_and_cut' }, 'approved'],
    ['HTML after', { kind: 'html_error', status: 502, isCommitted: true }, 'approved'],
    ['a 200 with nothing in it', { kind: 'empty_answer' }, 'approved'],
    ['cut before', { kind: 'cut' }, 'not_found'],
    ['HTML before', { kind: 'html_error', status: 503, isCommitted: false }, 'not_found'],
  ])('is unknown, looked up, and not sent again: %s', async (_how, fault, found) => {
    const { party, chargeBy, find } = await arrangeMercadoPago();
    party.faults.next(PAYMENTS, fault);
    await expect(chargeBy('APRO')).rejects.toThrow('may have charged it');
    expect(await find()).toMatchObject({ kind: found });
    expect(party.requests.filter(({ path }) => path === PAYMENTS.path)).toHaveLength(1);
  });

  it.each<[string, Fault]>([
    ['cut after it was made', { kind: 'commit_and_cut' }],
    ['cut before', { kind: 'cut' }],
    ['HTML', { kind: 'html_error', status: 502, isCommitted: true }],
    ['a 200 with nothing in it', { kind: 'empty_answer' }],
  ])('took nothing where it was the answer with the token: %s', async (_how, fault) => {
    const { party, chargeBy } = await arrangeMercadoPago();
    party.faults.next(TOKENS, fault);
    expect(await chargeBy('APRO')).toEqual({ kind: 'unavailable' });
    expect(party.payments.size).toBe(0);
  });

  it('and booked after we gave up is found, once', async () => {
    const { party, chargeBy, find, run } = await arrangeMercadoPago();
    const late = party.faults.next(PAYMENTS, { kind: 'book_late', afterMs: 60_000 });
    const charging = expect(chargeBy('APRO')).rejects.toThrow('may have charged it');
    await late.taken;
    run(30_000);
    await charging;
    expect(await find()).toEqual({ kind: 'not_found' });
    late.release();
    await late.finished;
    expect(await find()).toMatchObject({ kind: 'approved' });
    expect(party.payments.size).toBe(1);
  });

  it('made twice by a gateway is one charge', async () => {
    const { party, chargeBy } = await arrangeMercadoPago();
    party.faults.next(PAYMENTS, { kind: 'done_twice' });
    expect(await chargeBy('APRO')).toMatchObject({ kind: 'approved' });
    expect(party.payments.size).toBe(1);
  });

  it('asked for again under its key is looked up, and its amount compared', async () => {
    const { party, chargeBy } = await arrangeMercadoPago();
    const first = await chargeBy('APRO');
    expect(await chargeBy('APRO')).toEqual(first);
    await expect(chargeBy('APRO', { amount: 3701 })).rejects.toThrow('another amount');
    expect(party.payments.size).toBe(1);
    party.takeViolations();
  });
});

describe('Mercado Pago', () => {
  it.each([401, 403, 429])('that answers %i took nothing', async (status) => {
    for (const at of [TOKENS, PAYMENTS]) {
      const { party, chargeBy } = await arrangeMercadoPago();
      party.faults.next(at, { kind: 'answer', answer: { status, body: '{}' } });
      expect(await chargeBy('APRO')).toEqual({ kind: 'unavailable' });
      expect(party.payments.size).toBe(0);
    }
  });

  it('whose token was taken away in mid-life took nothing', async () => {
    const { party, openProvider, charge, never } = await arrangeMercadoPago();
    const refused = openProvider('APP_USR-0000000000').cards;
    expect(await refused?.charge(charge, never)).toEqual({ kind: 'unavailable' });
    expect(party.payments.size).toBe(0);
  });

  it.each([
    ['another payment', { external_reference: 'somebody' }, 'another payment'],
    ['another amount', { transaction_amount: 36 }, 'another amount'],
    ['an amount that is none', { transaction_amount: 37.001 }, 'is none'],
    ['no amount', { transaction_amount: null }, 'Invalid'],
    ['no id', { id: null }, 'Invalid'],
  ])('that tells of %s is not believed', async (_what, changes, why) => {
    const { party, chargeBy, key } = await arrangeMercadoPago();
    const payment = { id: 5, status: 'approved', transaction_amount: 37, external_reference: key };
    const answer = { status: 201, body: JSON.stringify({ ...payment, ...changes }) };
    party.faults.next(PAYMENTS, { kind: 'answer', answer });
    await expect(chargeBy('APRO')).rejects.toThrow(why);
  });

  it('that has two payments under one reference is not believed', async () => {
    const { party, find, key } = await arrangeMercadoPago();
    const one = { id: 5, status: 'approved', transaction_amount: 37, external_reference: key };
    const body = JSON.stringify({ results: [one, { ...one, id: 6 }] });
    const at = { method: 'GET', path: '/v1/payments/search' };
    party.faults.next(at, { kind: 'answer', answer: { status: 200, body } });
    await expect(find()).rejects.toThrow('two payments');
  });

  it('that does not answer a look-up decides nothing', async () => {
    const { party, find } = await arrangeMercadoPago();
    const at = { method: 'GET', path: '/v1/payments/search' };
    for (const answer of [{ status: 404, body: '{}' }, { status: 429 }, { status: 500 }]) {
      party.faults.next(at, { kind: 'answer', answer });
      await expect(find()).rejects.toThrow('does not tell');
    }
  });

  it('that rested is read once before anything is written there', async () => {
    const { party, chargeBy, clock, find } = await arrangeMercadoPago();
    for (let nth = 0; nth < 5; nth += 1) {
      party.faults.next({ method: 'GET' }, { kind: 'cut' });
      await expect(find()).rejects.toThrow();
    }
    expect(await chargeBy('APRO')).toEqual({ kind: 'unavailable' });
    clock.advance(30_000);
    expect(await chargeBy('APRO')).toMatchObject({ kind: 'approved' });
    const asked = party.requests.slice(-3).map(({ method, path }) => `${method} ${path}`);
    expect(asked).toEqual(['GET /users/me', 'POST /v1/card_tokens', 'POST /v1/payments']);
  });

  it('keeps no card for us, and says so', async () => {
    const { cards, never } = await arrangeMercadoPago();
    const card = MERCADO_CARD;
    expect(await cards.storeCard({ companyId: 'acme', card, brand: 'mastercard' }, never)).toEqual({
      kind: 'unavailable',
    });
  });
});

describe('a charge that is given back as a whole', () => {
  it('is found voided, however often it is asked for', async () => {
    const { party, cards, payment, never, chargeBy, find, paymentId } = await arrangeMercadoPago();
    await chargeBy('APRO');
    const order = { ...payment, amount: 3700, reversalId: REVERSAL_ID };
    expect(await cards.voidCharge?.(order, never)).toEqual({ kind: 'voided' });
    expect(await cards.voidCharge?.(order, never)).toEqual({ kind: 'voided' });
    expect(await find()).toEqual({ kind: 'voided', externalId: `${paymentId()}` });
    expect(party.payments.get(paymentId())?.refunds).toHaveLength(1);
  });

  it('is cancelled where it was still under review', async () => {
    const { party, cards, payment, never, chargeBy, paymentId } = await arrangeMercadoPago();
    await chargeBy('CONT');
    const order = { ...payment, amount: 3700, reversalId: REVERSAL_ID };
    expect(await cards.voidCharge?.(order, never)).toEqual({ kind: 'voided' });
    expect(party.payments.get(paymentId())?.status).toBe('cancelled');
  });

  it('is not told as voided while the refund is under way, or its answer was lost', async () => {
    const { party, cards, payment, never, chargeBy, find, paymentId } = await arrangeMercadoPago();
    await chargeBy('APRO');
    party.decideNextRefund('in_process');
    const order = { ...payment, amount: 3700, reversalId: REVERSAL_ID };
    await expect(cards.voidCharge?.(order, never)).rejects.toThrow('not given it back yet');
    const refunds = { method: 'POST', path: '/v1/payments/:id/refunds' };
    party.faults.next(refunds, { kind: 'answer', answer: { status: 403 } });
    expect(await cards.voidCharge?.(order, never)).toEqual({ kind: 'unavailable' });
    const [refund] = party.payments.get(paymentId())?.refunds ?? [];
    party.endRefund(paymentId(), refund?.id ?? 0, 'approved');
    expect(await find()).toMatchObject({ kind: 'voided' });
  });

  it('that nobody made is not told as voided', async () => {
    const { cards, payment, never } = await arrangeMercadoPago();
    const order = { ...payment, amount: 3700, reversalId: REVERSAL_ID };
    await expect(cards.voidCharge?.(order, never)).rejects.toThrow('no such charge');
  });
});
