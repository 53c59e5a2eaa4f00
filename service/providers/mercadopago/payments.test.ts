import { describe, expect, it } from 'vitest';
import type { Fault } from '../../../parties/server/faults.ts';
import { readBoletoBarcode } from '../../payins/formats/boleto-line.ts';
import { readBrCode } from '../../payins/formats/br-code.ts';
import { orderFacts } from '../../testing/order-facts.ts';
import { arrangeMercadoPago } from '../../testing/test-mercado-pago.ts';

const PAYMENTS = { method: 'POST', path: '/v1/payments' };

async function arrange() {
  const all = await arrangeMercadoPago();
  const { payments, order, payment, never } = all;
  return {
    ...all,
    issue: (changes: Partial<typeof order> = {}) =>
      payments.issuePix({ ...order, ...changes }, never),
    issueBoleto: (changes: Partial<typeof order> = {}) =>
      payments.issueBoleto({ ...order, dueOn: '2026-11-26', ...changes }, never),
    findPayment: () => payments.findPayment(payment, never),
    cancel: () => payments.cancelPayment?.(payment, never),
  };
}

describe('a PIX at Mercado Pago', () => {
  it('is issued, found open, paid, and found paid', async () => {
    const { party, issue, findPayment, paymentId, key } = await arrange();
    const issued = await issue();
    expect(issued).toMatchObject({ kind: 'issued', externalId: `${paymentId()}` });
    const code = issued.kind === 'issued' ? issued.copyAndPaste : '';
    expect(readBrCode(code)).toMatchObject({ amount: 3700 });
    expect(party.payments.get(paymentId())?.fields).toMatchObject({
      external_reference: key,
      date_of_expiration: '2026-11-23T12:31:00.000+00:00',
    });
    expect(await findPayment()).toEqual({ kind: 'open' });
    party.change(paymentId(), { status: 'approved', detail: 'accredited' });
    expect(await findPayment()).toEqual({ kind: 'paid', amount: 3700 });
  });

  it('lives as long as the order where that is longer than the least', async () => {
    const { party, issue, paymentId, clock } = await arrange();
    await issue({ expiresAt: new Date(clock.now() + 60 * 60_000) });
    const until = party.payments.get(paymentId())?.fields.date_of_expiration;
    expect(until).toBe('2026-11-23T13:00:00.000+00:00');
  });

  it('asked for twice is one payment with one code', async () => {
    const { party, issue } = await arrange();
    const first = await issue();
    expect(await issue()).toEqual(first);
    expect(party.payments.size).toBe(1);
  });

  it('is not found before it is issued, nor taken back', async () => {
    const { findPayment, cancel } = await arrange();
    expect(await findPayment()).toEqual({ kind: 'not_found' });
    expect(await cancel()).toEqual({ kind: 'not_found' });
  });

  it('is taken back while nobody has paid it, and told as paid where a payer was faster', async () => {
    const open = await arrange();
    await open.issue();
    expect(await open.cancel()).toEqual({ kind: 'refused' });
    expect(await open.findPayment()).toEqual({ kind: 'refused' });

    const paid = await arrange();
    await paid.issue();
    paid.party.change(paid.paymentId(), { status: 'approved', detail: 'accredited' });
    expect(await paid.cancel()).toEqual({ kind: 'paid', amount: 3700 });
  });

  it('is told as paid where a payer was faster than the cancellation that was on its way', async () => {
    const { party, issue, cancel, paymentId } = await arrange();
    await issue();
    const answer = { status: 400, body: JSON.stringify({ cause: [{ code: 2018 }] }) };
    const late = party.faults.next({ method: 'PUT' }, { kind: 'answer', answer });
    late.taken.then(() => party.change(paymentId(), { status: 'approved', detail: 'accredited' }));
    expect(await cancel()).toEqual({ kind: 'paid', amount: 3700 });
  });

  it('was paid, also where it was given back or is disputed since', async () => {
    for (const status of ['refunded', 'charged_back'] as const) {
      const { party, issue, findPayment, paymentId } = await arrange();
      await issue();
      party.change(paymentId(), { status, detail: status });
      expect(await findPayment()).toEqual({ kind: 'paid', amount: 3700 });
    }
  });

  it.each<[string, Fault]>([
    ['cut after it was made', { kind: 'commit_and_cut' }],
    ['HTML after it was made', { kind: 'html_error', status: 502, isCommitted: true }],
    ['a 200 with nothing in it', { kind: 'empty_answer' }],
    ['made twice by a gateway', { kind: 'done_twice' }],
  ])('whose answer was lost is adopted after a look: %s', async (_how, fault) => {
    const { party, issue } = await arrange();
    party.faults.next(PAYMENTS, fault);
    expect(await issue()).toMatchObject({ kind: 'issued' });
    expect(party.payments.size).toBe(1);
    expect(party.requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
  });

  it('whose answer was lost and that is not found may still come', async () => {
    const { party, issue } = await arrange();
    party.faults.next(PAYMENTS, { kind: 'cut' });
    await expect(issue()).rejects.toThrow('may still make it');
    expect(party.payments.size).toBe(0);
  });

  it.each([400, 401, 403, 429])('is unavailable where Mercado Pago says %i', async (status) => {
    const { party, issue } = await arrange();
    party.faults.next(PAYMENTS, { kind: 'answer', answer: { status, body: '{}' } });
    expect(await issue()).toEqual({ kind: 'unavailable' });
  });

  it.each([
    ['another amount', { transaction_amount: 36 }, 'another payment there'],
    ['another reference', { external_reference: 'somebody' }, 'another payment'],
    ['a state in which nobody can pay', { status: 'cancelled' }, 'another payment there'],
    ['no code', { point_of_interaction: null }, 'does not ask for the order'],
  ])('that comes back with %s is not believed', async (_what, changes, why) => {
    const { party, issue, key } = await arrange();
    const payment = { id: 5, status: 'pending', transaction_amount: 37, external_reference: key };
    const body = JSON.stringify({ ...payment, ...changes });
    party.faults.next(PAYMENTS, { kind: 'answer', answer: { status: 201, body } });
    await expect(issue()).rejects.toThrow(why);
  });
});

describe('a boleto at Mercado Pago', () => {
  it('is issued with its 44 digits for the day it is due, and found paid', async () => {
    const { party, issueBoleto, findPayment, paymentId, clock } = await arrange();
    const issued = await issueBoleto();
    expect(issued).toMatchObject({ kind: 'issued', externalId: `${paymentId()}` });
    const barcode = issued.kind === 'issued' ? issued.barcode : '';
    expect(readBoletoBarcode(barcode, new Date(clock.now()))).toMatchObject({
      amount: 3700,
      dueOn: '2026-11-26',
    });
    expect(await findPayment()).toEqual({ kind: 'open' });
    party.change(paymentId(), { status: 'approved', detail: 'accredited' });
    expect(await findPayment()).toEqual({ kind: 'paid', amount: 3700 });
  });

  it.each([
    ['no address', { address: undefined }],
    ['no neighborhood', { address: { neighborhood: undefined } }],
  ])('is not asked for where the payer has %s', async (_what, { address }) => {
    const { party, issueBoleto } = await arrange();
    const { payer } = orderFacts();
    const spoiled = { ...payer.address, ...address };
    delete spoiled.neighborhood;
    const { address: _, ...rest } = payer;
    const changed = address === undefined ? rest : { ...rest, address: spoiled };
    expect(await issueBoleto({ payer: changed as typeof payer })).toEqual({ kind: 'unavailable' });
    expect(party.requests).toHaveLength(0);
  });

  it('without a barcode is not believed', async () => {
    const { party, issueBoleto, key } = await arrange();
    const payment = { id: 5, status: 'pending', transaction_amount: 37, external_reference: key };
    const answer = { status: 201, body: JSON.stringify(payment) };
    party.faults.next(PAYMENTS, { kind: 'answer', answer });
    await expect(issueBoleto()).rejects.toThrow('no barcode');
  });
});

describe('open finance', () => {
  it('is none of what Mercado Pago has', async () => {
    const { payments, order, never } = await arrange();
    const consent = { ...order, bankId: 'x', bankName: 'x' };
    await expect(payments.openConsent(consent, never)).rejects.toThrow('no open finance');
  });
});
