import { describe, expect, it } from 'vitest';
import type { Fault } from '../../../parties/server/faults.ts';
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

describe.each(['CARD', 'PIX'] as const)('a refund of what was paid by %s', (method) => {
  it('is done at once, and found done', async () => {
    const { refund, find, given, party } = await arrange(method);
    expect(await find()).toEqual({ kind: 'not_found' });
    expect(await refund()).toEqual({ kind: 'done', externalId: REFUND_ID });
    expect(given()).toBe(3700);
    expect(await find()).toEqual({ kind: 'done', externalId: REFUND_ID });
    expect(party.requests.at(-2)?.headers['x-idempotency-key']).toBe(REFUND_ID);
  });

  it('in parts goes on until all is given back, and not further', async () => {
    const { refund, given, party } = await arrange(method);
    expect(await refund({ amount: 3600, refundId: 'a1' })).toMatchObject({ kind: 'done' });
    expect(await refund({ amount: 101, refundId: 'a2', refundedBefore: 3600 })).toEqual({
      ...{ kind: 'refused', reason: 'invalid_parameter: amount.value' },
    });
    expect(await refund({ amount: 100, refundId: 'a3', refundedBefore: 3600 })).toMatchObject({
      kind: 'done',
    });
    expect(given()).toBe(3700);
    expect(party.takeViolations()).toEqual([]);
  });
});

describe('a refund', () => {
  it('of what nobody paid is refused before it is asked for', async () => {
    const { provider, payment, never, party } = await arrangePagBank();
    const order = refundOrder({ ...payment, amount: 1 });
    for (const verbs of [provider.cards, provider.payments]) {
      expect(await verbs.refund?.(order, never)).toEqual({
        ...{ kind: 'refused', reason: 'nothing was paid' },
      });
      expect(await verbs.findRefund?.(order, never)).toEqual({ kind: 'not_found' });
    }
    expect(party.requests.some(({ method }) => method === 'POST')).toBe(false);
  });

  it('that PagBank refuses has its words', async () => {
    const { refund, given, party } = await arrange();
    party.refuseNextRefund({ code: '40002', description: 'insufficient_balance' });
    expect(await refund()).toEqual({ kind: 'refused', reason: 'insufficient_balance' });
    expect(given()).toBe(0);
  });

  it.each<[string, Fault, boolean]>([
    ['cut after PagBank had done it', { kind: 'commit_and_cut' }, true],
    ['cut before', { kind: 'cut' }, false],
    ['a page of HTML after', { kind: 'html_error', status: 502, isCommitted: true }, true],
    ['a page of HTML before', { kind: 'html_error', status: 502, isCommitted: false }, false],
    ['a 200 with nothing in it', { kind: 'empty_answer' }, true],
  ])('is unknown where its answer was lost, and given back once: %s', async (_how, fault, isIn) => {
    const { refund, find, given, party } = await arrange();
    party.faults.next(CANCEL, fault);
    await expect(refund()).rejects.toThrow('may have given it back or not');
    expect(await find()).toMatchObject({ kind: isIn ? 'done' : 'not_found' });
    expect(await refund()).toMatchObject({ kind: 'done' });
    expect(given()).toBe(3700);
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

  it('that follows one which is not decided is not told by the sum, and given back once', async () => {
    const { refund, find, given, party } = await arrange();
    const second = { amount: 1000, refundId: 'a2', followsAnother: true };
    await refund({ amount: 2000, refundId: 'a1' });
    expect(await find(second)).toEqual({ kind: 'not_found' });
    party.faults.next(CANCEL, { kind: 'commit_and_cut' });
    await expect(refund(second)).rejects.toThrow('may have given it back or not');
    expect(await find(second)).toEqual({ kind: 'not_found' });
    expect(await refund(second)).toMatchObject({ kind: 'done' });
    expect(given()).toBe(3000);
  });

  it('of what was given back before is not done by that', async () => {
    const { refund, find, given } = await arrange();
    await refund({ amount: 1000, refundId: 'a1' });
    const second = { amount: 1000, refundId: 'a2', refundedBefore: 1000 };
    expect(await find(second)).toEqual({ kind: 'not_found' });
    expect(await refund(second)).toMatchObject({ kind: 'done' });
    expect(await find(second)).toMatchObject({ kind: 'done' });
    expect(given()).toBe(2000);
  });

  it('made twice by a gateway is one', async () => {
    const { refund, given, party } = await arrange();
    party.faults.next(CANCEL, { kind: 'done_twice' });
    expect(await refund({ amount: 1000 })).toMatchObject({ kind: 'done' });
    expect(given()).toBe(1000);
  });

  it('under the id of another amount is not taken for that one', async () => {
    const { refund, given, party } = await arrange();
    await refund({ amount: 1000 });
    await expect(refund({ amount: 2000 })).rejects.toThrow('another amount');
    expect(party.takeViolations()).toHaveLength(1);
    expect(given()).toBe(1000);
  });

  it.each([401, 403, 429])('may be asked for again where PagBank answers %i', async (status) => {
    const { refund, given, party } = await arrange();
    party.faults.next(CANCEL, { kind: 'answer', answer: { status } });
    expect(await refund()).toEqual({ kind: 'unavailable' });
    expect(given()).toBe(0);
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
