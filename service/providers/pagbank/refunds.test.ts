import { describe, expect, it } from 'vitest';
import { refundOrder } from '../../testing/refund-order.ts';
import { arrangePagBank } from '../../testing/test-pagbank.ts';
import type { RefundOrder } from '../refunds.ts';

const REFUND_ID = '0123456789abcdef0123456789abcdef';
const CANCEL = { method: 'POST', path: '/charges/:id/cancel' } as const;

type Changes = Partial<
  Pick<RefundOrder, 'amount' | 'refundId' | 'refundedBefore' | 'followsAnother'>
>;

/** A card that was charged 37 reais, or a PIX that was paid. */
async function arrange(method: 'CARD' | 'PIX' = 'CARD') {
  const arranged = await arrangePagBank();
  const { provider, payment, order, never, party, charge } = arranged;
  let externalId: string | null = null;
  if (method === 'PIX') {
    await provider.payments.issuePix(order, never);
    externalId = [...party.orders.keys()][0] ?? '';
    party.pay(externalId);
  } else {
    await charge();
  }
  const verbs = method === 'PIX' ? provider.payments : provider.cards;
  const known = { ...payment, externalId };
  const refund = (changes: Changes = {}) =>
    verbs.refund?.(refundOrder({ ...known, ...changes }), never);
  const find = (changes: Changes = {}) =>
    verbs.findRefund?.(refundOrder({ ...known, ...changes }), never);
  const given = () => [...party.charges.values()][0]?.refunded;
  return { ...arranged, refund, find, given };
}

describe('a refund', () => {
  it.each(['CARD', 'PIX'] as const)('of what was paid by %s goes by our id', async (method) => {
    const { refund, party } = await arrange(method);
    expect(await refund()).toEqual({ kind: 'done', externalId: REFUND_ID });
    expect(party.requests.at(-1)?.headers['x-idempotency-key']).toBe(REFUND_ID);
  });

  it('that PagBank refuses has its words', async () => {
    const { refund, given, party } = await arrange();
    party.refuseNextRefund({ code: '40002', description: 'insufficient_balance' });
    expect(await refund()).toEqual({ kind: 'refused', reason: 'insufficient_balance' });
    expect(given()).toBe(0);
  });

  it('of a part whose answer was lost is found by the sum, and not given back again', async () => {
    const { refund, find, given, party } = await arrange();
    const part = { amount: 1000 };
    party.faults.next(CANCEL, { kind: 'commit_and_cut' });
    await expect(refund(part)).rejects.toThrow('may have given it back or not');
    expect(await find(part)).toMatchObject({ kind: 'done' });
    const asked = party.requests.length;
    expect(await refund(part)).toMatchObject({ kind: 'done' });
    expect(party.requests.slice(asked).map(({ method }) => method)).toEqual(['GET']);
    expect(given()).toBe(1000);
  });

  it('that follows one which is not decided waits for it, and is not told by the sum', async () => {
    const { refund, find, given } = await arrange();
    const second = { amount: 1000, refundId: 'a2', followsAnother: true };
    await refund({ amount: 2000, refundId: 'a1' });
    expect(await find(second)).toEqual({ kind: 'not_found' });
    expect(await refund(second)).toEqual({ kind: 'unavailable' });
    expect(given()).toBe(2000);
  });

  it.each<[string, object, string]>([
    ['another charge', { id: 'CHAR_2' }, 'another charge'],
    ['a smaller sum', { amount: { value: 3700, summary: { refunded: 1 } } }, 'another amount'],
  ])('is not believed where PagBank answers with %s', async (_what, changes, why) => {
    const { refund, party } = await arrange();
    const id = [...party.charges.keys()][0];
    const told = {
      ...{ id, status: 'PAID', amount: { value: 3700, summary: { refunded: 3700 } } },
      payment_method: { type: 'CREDIT_CARD' },
      ...changes,
    };
    const answer = { status: 201, body: JSON.stringify(told) };
    party.faults.next(CANCEL, { kind: 'answer', answer });
    await expect(refund()).rejects.toThrow(why);
  });
});
