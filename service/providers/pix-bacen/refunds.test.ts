import { describe, expect, it } from 'vitest';
import type { PixBankOptions } from '../../../simulators/pix-bank/pix-bank.ts';
import { refundOrder } from '../../testing/refund-order.ts';
import { arrangePixIssuer } from '../../testing/test-pix-issuer.ts';
import type { RefundOrder } from '../refunds.ts';

const REFUND_ID = '0123456789abcdef0123456789abcdef';

/** A PIX of 37 reais that was paid. */
async function arrange(options: Partial<PixBankOptions> = {}) {
  const party = await arrangePixIssuer({ profile: 'efi', ...options });
  const { bank, issuer, payment, issue, txid } = party;
  await issue();
  const endToEndId = bank.pay(txid);
  const path = `${bank.profile.base.other}/pix/:e2eid/devolucao/:id`;
  const { signal } = new AbortController();
  const { refund: giveBack, findRefund: lookUp } = issuer;

  function refund(changes: Partial<RefundOrder> = {}) {
    return giveBack?.(refundOrder({ ...payment, externalId: txid, ...changes }), signal);
  }

  function find(refundId = REFUND_ID) {
    return lookUp?.(refundOrder({ ...payment, refundId }), signal);
  }

  function given() {
    return bank.received.get(endToEndId)?.refunds ?? [];
  }

  return { ...party, endToEndId, path, refund, find, given };
}

describe('a refund of a PIX', () => {
  it('is taken in with its words, found under way, and found done', async () => {
    const { bank, refund, find, given, endToEndId } = await arrange();
    expect(await refund({ reason: 'Livro com defeito' })).toEqual({ kind: 'processing' });
    expect(given()).toMatchObject([
      { id: REFUND_ID, amount: '37.00', description: 'Livro com defeito' },
    ]);
    expect(await find()).toEqual({ kind: 'processing' });
    bank.settleRefund(endToEndId, REFUND_ID, { status: 'DEVOLVIDO' });
    expect(await find()).toEqual({ kind: 'done', externalId: given()[0]?.returnId });
  });

  it('that could not be made is refused with the words of the bank', async () => {
    const { bank, refund, find, endToEndId } = await arrange();
    await refund();
    const reason = 'Conta encerrada';
    bank.settleRefund(endToEndId, REFUND_ID, { status: 'NAO_REALIZADO', reason });
    expect(await find()).toEqual({ kind: 'refused', reason });
  });

  it('of a second payment of the charge is a return of that one', async () => {
    const { bank, issuer, payment, refund, find, given, txid } = await arrange();
    const second = bank.pay(txid, { isAgain: true });
    const known = await issuer.findPayment(payment, new AbortController().signal);
    expect(known).toMatchObject({ kind: 'paid', amount: 7_400 });
    expect(await refund({ isExcess: true })).toEqual({ kind: 'processing' });
    expect([given(), bank.received.get(second)?.refunds.length]).toEqual([[], 1]);
    expect(await find()).toEqual({ kind: 'processing' });
  });

  it('that the bank tells with another amount is not believed, asked for or looked up', async () => {
    const { bank, refund, find, path } = await arrange();
    const body = JSON.stringify({ id: REFUND_ID, valor: '0.01', status: 'DEVOLVIDO' });
    const answer = { kind: 'answer', answer: { status: 201, body } } as const;
    bank.faults.next({ method: 'PUT', path }, answer);
    await expect(refund()).rejects.toThrow('another amount');
    bank.faults.next({ method: 'GET', path }, answer);
    await expect(find()).rejects.toThrow('another amount');
  });

  it.each([
    ['another refund', { id: 'a1', valor: '37.00', status: 'DEVOLVIDO' }],
    ['a state that nobody knows', { id: REFUND_ID, valor: '37.00', status: 'TALVEZ' }],
    ['nothing of it', {}],
  ])('is not believed where the bank tells of %s', async (_what, told) => {
    const { bank, find, path } = await arrange();
    const answer = { status: 200, body: JSON.stringify(told) };
    bank.faults.next({ method: 'GET', path }, { kind: 'answer', answer });
    await expect(find()).rejects.toThrow();
  });
});
