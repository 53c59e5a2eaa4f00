import { describe, expect, it } from 'vitest';
import { refundOrder } from '../../testing/refund-order.ts';
import { arrangeMercadoPago } from '../../testing/test-mercado-pago.ts';

const REFUND_ID = '0123456789abcdef0123456789abcdef';
const OTHER_ID = 'aaaaaaaaaaaaaaaabbbbbbbbbbbbbbbb';
const REFUNDS = { method: 'POST', path: '/v1/payments/:id/refunds' };

/** A card payment of 37 reais that was approved. */
async function arrange() {
  const all = await arrangeMercadoPago();
  const { party, cards, payment, never, chargeBy, paymentId, openProvider } = all;
  await chargeBy('APRO');
  const order = refundOrder({ ...payment, externalId: `${paymentId()}`, refundId: REFUND_ID });
  const given = () => party.payments.get(paymentId())?.refunds ?? [];
  type Changes = Partial<typeof order>;
  return {
    ...all,
    given,
    refund: (changes: Changes = {}) => cards.refund?.({ ...order, ...changes }, never),
    find: (changes: Changes = {}) => cards.findRefund?.({ ...order, ...changes }, never),
    /** As after a start: nothing is remembered. */
    refundAnew: (changes: Changes = {}) =>
      openProvider().cards?.refund?.({ ...order, ...changes }, never),
    findAnew: (changes: Changes = {}) =>
      openProvider().cards?.findRefund?.({ ...order, ...changes }, never),
    end: (status: 'approved' | 'rejected') =>
      party.endRefund(paymentId(), given()[0]?.id ?? 0, status),
  };
}

describe('a refund at Mercado Pago', () => {
  it('is done under its own key', async () => {
    const { party, refund, given } = await arrange();
    expect(await refund()).toEqual({ kind: 'done', externalId: `${given()[0]?.id}` });
    const write = party.requests.find(
      ({ method, path }) => method === 'POST' && path.endsWith('/refunds'),
    );
    expect(write?.headers['x-idempotency-key']).toBe(REFUND_ID);
    expect(write?.rawBody).toBe('{"amount":37}');
  });

  it('finds its payment by our key where no other name of it is known', async () => {
    const { refund, given } = await arrange();
    expect(await refund({ externalId: null })).toMatchObject({ kind: 'done' });
    expect(given()).toHaveLength(1);
  });

  it.each([
    ['approved', 'done'],
    ['rejected', 'refused'],
  ] as const)('under way is found processing, and ends %s', async (status, kind) => {
    const { party, refund, find, end } = await arrange();
    party.decideNextRefund('in_process');
    expect(await refund()).toEqual({ kind: 'processing' });
    expect(await find()).toEqual({ kind: 'processing' });
    end(status);
    expect(await find()).toMatchObject({ kind });
    expect(await refund()).toMatchObject({ kind });
  });

  it('asked for again after a start is one, told as it stands now', async () => {
    const { party, refund, refundAnew, given, end } = await arrange();
    party.decideNextRefund('in_process');
    await refund({ amount: 1000 });
    end('approved');
    expect(await refundAnew({ amount: 1000 })).toMatchObject({ kind: 'done' });
    expect(given()).toHaveLength(1);
  });

  it.each([
    ['409', { status: 409, body: '{}' }],
    ['2032', { status: 400, body: JSON.stringify({ cause: [{ code: 2032 }] }) }],
  ])('whose key was used (%s) is the one that came last', async (_code, answer) => {
    const { party, refund, refundAnew, given } = await arrange();
    await refund({ amount: 1000 });
    party.faults.next(REFUNDS, { kind: 'answer', answer });
    const told = await refundAnew({ amount: 1000 });
    expect(told).toEqual({ kind: 'done', externalId: `${given()[0]?.id}` });
  });

  it.each([
    [[1000, 1000], 1000],
    [[900], 1000],
  ])('whose key was used stays unknown with refunds of %j', async (amounts, amount) => {
    const { party, refund, refundAnew } = await arrange();
    for (const [nth, one] of amounts.entries()) {
      await refund({ amount: one, refundId: `${nth}${OTHER_ID.slice(1)}` });
    }
    party.faults.next(REFUNDS, { kind: 'answer', answer: { status: 409, body: '{}' } });
    await expect(refundAnew({ amount })).rejects.toThrow('not its refund');
  });

  it('is found after a start by what the payment has given back since', async () => {
    const { party, refund, findAnew, given, end } = await arrange();
    party.decideNextRefund('in_process');
    await refund({ amount: 1000 });
    expect(await findAnew({ amount: 1000 })).toEqual({ kind: 'processing' });
    end('approved');
    const [first] = given();
    expect(await findAnew({ amount: 1000 })).toEqual({ kind: 'done', externalId: `${first?.id}` });
    const second = { amount: 1000, refundId: OTHER_ID, refundedBefore: 1000 };
    expect(await findAnew(second)).toEqual({ kind: 'not_found' });
    await refund(second);
    expect(await findAnew(second)).toEqual({ kind: 'done', externalId: `${given()[1]?.id}` });
    expect(await findAnew({ ...second, followsAnother: true })).toEqual({ kind: 'not_found' });
    expect(await findAnew({ amount: 1000 })).toEqual({ kind: 'not_found' });
  });

  it('that was refused is not found after a start, and refused again under its key', async () => {
    const { party, refund, refundAnew, findAnew, given, end } = await arrange();
    party.decideNextRefund('in_process');
    await refund();
    end('rejected');
    expect(await findAnew()).toEqual({ kind: 'not_found' });
    expect(await refundAnew()).toMatchObject({ kind: 'refused' });
    expect(given()).toHaveLength(1);
  });

  it.each([
    ['another payment', { payment_id: 7 }, 'another refund'],
    ['another amount', { amount: 36 }, 'another amount'],
  ])('of %s is not believed', async (_what, changes, why) => {
    const { party, refund, paymentId } = await arrange();
    const told = { id: 5, payment_id: paymentId(), amount: 37, status: 'approved', ...changes };
    const answer = { status: 201, body: JSON.stringify(told) };
    party.faults.next(REFUNDS, { kind: 'answer', answer });
    await expect(refund()).rejects.toThrow(why);
  });
});
