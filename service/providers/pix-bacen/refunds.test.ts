import { describe, expect, it } from 'vitest';
import type { PixBankOptions } from '../../../parties/pix-bank/pix-bank.ts';
import type { Fault } from '../../../parties/server/faults.ts';
import { refundOrder } from '../../testing/refund-order.ts';
import { arrangePixIssuer } from '../../testing/test-pix-issuer.ts';

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

  function refund(changes: { amount?: number; refundId?: string; reason?: string | null } = {}) {
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
  it.each(['efi', 'sicoob', 'sicredi', 'bb', 'inter', 'santander'] as const)(
    'is taken in, found under way, and found done at %s',
    async (profile) => {
      const { bank, refund, find, given, endToEndId } = await arrange({ profile });
      expect(await find()).toEqual({ kind: 'not_found' });
      expect(await refund({ reason: 'Livro com defeito' })).toEqual({ kind: 'processing' });
      expect(given()).toMatchObject([
        { id: REFUND_ID, amount: '37.00', description: 'Livro com defeito' },
      ]);
      expect(await find()).toEqual({ kind: 'processing' });
      bank.settleRefund(endToEndId, REFUND_ID, { status: 'DEVOLVIDO' });
      expect(await find()).toEqual({ kind: 'done', externalId: given()[0]?.returnId });
    },
  );

  it('that could not be made is refused with the words of the bank', async () => {
    const { bank, refund, find, endToEndId } = await arrange();
    await refund();
    const reason = 'Conta encerrada';
    bank.settleRefund(endToEndId, REFUND_ID, { status: 'NAO_REALIZADO', reason });
    expect(await find()).toEqual({ kind: 'refused', reason });
  });

  it('of parts goes on until all is given back, and not further', async () => {
    const { refund, given } = await arrange();
    expect(await refund({ amount: 3600, refundId: 'a1' })).toEqual({ kind: 'processing' });
    expect(await refund({ amount: 100, refundId: 'a2' })).toEqual({ kind: 'processing' });
    expect(await refund({ amount: 1, refundId: 'a3' })).toEqual({
      kind: 'refused',
      reason: 'O valor excede o saldo do Pix.',
    });
    expect(given().map(({ amount }) => amount)).toEqual(['36.00', '1.00']);
  });

  it('asked for again under its id is given back once', async () => {
    const { bank, refund, given, endToEndId } = await arrange();
    await refund();
    expect(await refund()).toEqual({ kind: 'processing' });
    bank.settleRefund(endToEndId, REFUND_ID, { status: 'DEVOLVIDO' });
    expect(await refund()).toMatchObject({ kind: 'done' });
    expect(given()).toHaveLength(1);
  });

  it('under the id of another amount is not taken for that one', async () => {
    const { bank, refund, given } = await arrange();
    await refund({ amount: 1000 });
    await expect(refund({ amount: 2000 })).rejects.toThrow('another amount');
    expect(bank.takeViolations()).toHaveLength(1);
    expect(given()).toHaveLength(1);
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

  it('of what nobody paid is refused before it is asked for', async () => {
    const { issuer, payment, bank, issue } = await arrangePixIssuer({ profile: 'inter' });
    await issue();
    const order = refundOrder({ ...payment, amount: 1 });
    const { signal } = new AbortController();
    const nothing = { kind: 'refused', reason: 'nothing was paid' };
    expect(await issuer.refund?.(order, signal)).toEqual(nothing);
    expect(await issuer.findRefund?.(order, signal)).toEqual({ kind: 'not_found' });
    expect(bank.requests.some(({ path }) => path.includes('devolucao'))).toBe(false);
  });

  it.each<[string, Fault, boolean]>([
    ['cut after the bank had taken it in', { kind: 'commit_and_cut' }, true],
    ['cut before', { kind: 'cut' }, false],
    ['a page of HTML after', { kind: 'html_error', status: 502, isCommitted: true }, true],
    ['a page of HTML before', { kind: 'html_error', status: 502, isCommitted: false }, false],
    ['a 200 with nothing in it', { kind: 'empty_answer' }, true],
  ])('stays unknown where its answer was lost, and ends as one: %s', async (_how, fault, isIn) => {
    const { bank, refund, find, given, path } = await arrange();
    bank.faults.next({ method: 'PUT', path }, fault);
    await expect(refund()).rejects.toThrow();
    expect(await find()).toEqual({ kind: isIn ? 'processing' : 'not_found' });
    expect(await refund()).toEqual({ kind: 'processing' });
    expect(given()).toHaveLength(1);
  });

  it('made twice by a gateway is one, told as it stands', async () => {
    const { bank, refund, given, path } = await arrange();
    bank.faults.next({ method: 'PUT', path }, { kind: 'done_twice' });
    expect(await refund()).toEqual({ kind: 'processing' });
    expect(given()).toHaveLength(1);
  });

  it('booked after we gave up is one', async () => {
    const { bank, refund, find, given, path, run } = await arrange();
    const late = bank.faults.next({ method: 'PUT', path }, { kind: 'book_late', afterMs: 60_000 });
    const asked = expect(refund()).rejects.toThrow('may have given it back');
    await late.taken;
    run(30_000);
    await asked;
    late.release();
    await late.finished;
    expect(await find()).toEqual({ kind: 'processing' });
    expect(given()).toHaveLength(1);
  });

  it.each([
    ['the right is missing', { status: 403 }],
    ['we asked too often', { status: 429 }],
  ])('may be asked for again where %s', async (_why, answer) => {
    const { bank, refund, given, path } = await arrange();
    bank.faults.next({ method: 'PUT', path }, { kind: 'answer', answer });
    expect(await refund()).toEqual({ kind: 'unavailable' });
    expect(given()).toHaveLength(0);
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

  it('is none of ours where the bank took the money back for fraud', async () => {
    const { bank, find, refund, endToEndId } = await arrange();
    bank.takeBackForFraud(endToEndId);
    expect(await find()).toEqual({ kind: 'not_found' });
    expect(await refund()).toMatchObject({ kind: 'refused' });
  });
});
