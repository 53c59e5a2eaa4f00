import { describe, expect, it } from 'vitest';
import { arrangeMercadoPago } from '../../testing/test-mercado-pago.ts';

const PAYMENTS = { method: 'POST', path: '/v1/payments' };

async function arrange() {
  const all = await arrangeMercadoPago();
  const { payments, order, payment, never } = all;
  return {
    ...all,
    issue: (changes: Partial<typeof order> = {}) =>
      payments.issuePix({ ...order, ...changes }, never),
    issueBoleto: (changes: Partial<typeof order> & { dueOn?: string } = {}) =>
      payments.issueBoleto({ ...order, dueOn: '2026-11-26', ...changes }, never),
    findPayment: () => payments.findPayment(payment, never),
    cancel: () => payments.cancelPayment?.(payment, never),
  };
}

it('a boleto at Mercado Pago that is due on a Saturday ends with Monday', async () => {
  const { party, issueBoleto, paymentId } = await arrange();
  await issueBoleto({ dueOn: '2026-11-28' });
  const until = party.payments.get(paymentId())?.fields.date_of_expiration;
  expect(until).toBe('2026-11-30T23:59:59.000-03:00');
});

describe('a PIX at Mercado Pago', () => {
  it('is issued under our key, for half an hour at the least', async () => {
    const { party, issue, paymentId, key } = await arrange();
    expect(await issue()).toMatchObject({ kind: 'issued', externalId: `${paymentId()}` });
    expect(party.payments.get(paymentId())?.fields).toMatchObject({
      external_reference: key,
      date_of_expiration: '2026-11-23T12:31:00.000+00:00',
    });
  });

  it('lives as long as the order where that is longer than the least', async () => {
    const { party, issue, paymentId, clock } = await arrange();
    await issue({ expiresAt: new Date(clock.now() + 60 * 60_000) });
    const until = party.payments.get(paymentId())?.fields.date_of_expiration;
    expect(until).toBe('2026-11-23T13:00:00.000+00:00');
  });

  it('is told as paid where a payer was faster than the cancellation that was on its way', async () => {
    const { party, issue, cancel, paymentId } = await arrange();
    await issue();
    const answer = { status: 400, body: JSON.stringify({ cause: [{ code: 2018 }] }) };
    const late = party.faults.next({ method: 'PUT' }, { kind: 'answer', answer });
    late.taken.then(() => party.change(paymentId(), { status: 'approved', detail: 'accredited' }));
    expect(await cancel()).toEqual({ kind: 'paid', amount: 3700 });
  });

  it('is unavailable where Mercado Pago refuses a field of it', async () => {
    const { party, issue } = await arrange();
    party.faults.next(PAYMENTS, { kind: 'answer', answer: { status: 400, body: '{}' } });
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
  it('has the payer’s neighborhood asked for before it is', async () => {
    const { payments } = await arrange();
    expect(payments.terms?.boletoFields).toEqual(['customer.address.neighborhood']);
  });

  it('without a barcode is not believed', async () => {
    const { party, issueBoleto, key } = await arrange();
    const payment = { id: 5, status: 'pending', transaction_amount: 37, external_reference: key };
    const answer = { status: 201, body: JSON.stringify(payment) };
    party.faults.next(PAYMENTS, { kind: 'answer', answer });
    await expect(issueBoleto()).rejects.toThrow('no barcode');
  });
});

it('open finance is none of what Mercado Pago has', async () => {
  const { payments, order, never } = await arrange();
  const consent = { ...order, bankId: 'x', bankName: 'x' };
  await expect(payments.openConsent(consent, never)).rejects.toThrow('no open finance');
});
