import { describe, expect, it } from 'vitest';
import { arrangeMercadoPago, MERCADO_CARD } from '../../testing/test-mercado-pago.ts';

const REVERSAL_ID = 'fedcba9876543210fedcba9876543210';
const PAYMENTS = { method: 'POST', path: '/v1/payments' };
const CHARGEBACKS = { method: 'GET', path: '/v1/chargebacks/search' };
const TOKENS = { method: 'POST', path: '/v1/card_tokens' };

describe('a card at Mercado Pago', () => {
  it('is made a token and charged once, under the key of the attempt', async () => {
    const { party, chargeBy, paymentId, key } = await arrangeMercadoPago();
    expect(await chargeBy('APRO')).toEqual({ kind: 'approved', externalId: `${paymentId()}` });
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
    ['in_process', 'open'],
    ['settled', 'lost'],
    ['a word nobody knows', 'open'],
    ['reimbursed', 'won'],
  ])('that is charged back (%s) was approved, and its dispute is %s', async (detail, outcome) => {
    const { party, chargeBy, find, paymentId } = await arrangeMercadoPago();
    await chargeBy('APRO');
    party.change(paymentId(), { status: 'charged_back', detail });
    const dispute = { nature: 'chargeback', outcome };
    const known = { kind: 'approved', externalId: `${paymentId()}`, dispute };
    expect(await find()).toMatchObject(known);
  });

  it('that is charged back tells until when it can be answered, where that is told', async () => {
    const { party, chargeBy, find, paymentId } = await arrangeMercadoPago();
    await chargeBy('APRO');
    party.change(paymentId(), { status: 'charged_back', detail: 'in_process' });
    expect(await find()).toMatchObject({ dispute: { answerBy: null } });
    const answerBy = new Date('2026-12-08T13:50:37.000Z');
    party.askForDocuments(paymentId(), answerBy);
    expect(await find()).toMatchObject({ dispute: { outcome: 'open', answerBy } });
    party.faults.next(CHARGEBACKS, { kind: 'answer', answer: { status: 500 } });
    expect(await find()).toMatchObject({ dispute: { outcome: 'open', answerBy: null } });
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

it('a charge at Mercado Pago whose answer was lost took nothing where it was the answer with the token', async () => {
  const { party, chargeBy } = await arrangeMercadoPago();
  party.faults.next(TOKENS, { kind: 'commit_and_cut' });
  expect(await chargeBy('APRO')).toEqual({ kind: 'unavailable' });
  expect(party.payments.size).toBe(0);
});

describe('Mercado Pago', () => {
  it.each([401, 403, 429])('that gives no token with %i took nothing', async (status) => {
    const { party, chargeBy } = await arrangeMercadoPago();
    party.faults.next(TOKENS, { kind: 'answer', answer: { status, body: '{}' } });
    expect(await chargeBy('APRO')).toEqual({ kind: 'unavailable' });
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

  it('keeps no card for us, and says so', async () => {
    const { cards, never } = await arrangeMercadoPago();
    const card = MERCADO_CARD;
    expect(await cards.storeCard({ companyId: 'acme', card, brand: 'mastercard' }, never)).toEqual({
      kind: 'unavailable',
    });
  });
});

describe('a charge that is given back as a whole', () => {
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
});
