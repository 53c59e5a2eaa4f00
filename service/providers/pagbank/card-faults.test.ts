import { describe, expect, it } from 'vitest';
import type { Fault } from '../../../parties/server/faults.ts';
import { arrangePagBank } from '../../testing/test-pagbank.ts';

const REVERSAL_ID = '0123456789abcdef0123456789abcdef';

const ORDERS = { method: 'POST', path: '/orders' } as const;

function chargesOf({ party }: Awaited<ReturnType<typeof arrangePagBank>>) {
  return [...party.charges.values()];
}

describe('a charge that PagBank refuses to take', () => {
  it.each([
    ['the token is not accepted', { status: 401 }],
    ['the account may not send card numbers', { status: 403 }],
    ['we asked too often', { status: 429 }],
    [
      'a field is wrong',
      {
        status: 400,
        body: JSON.stringify({ error_messages: [{ code: '40002', parameter_name: 'items' }] }),
      },
    ],
  ])('surely took nothing: %s', async (_why, answer) => {
    const { party, charge } = await arrangePagBank();
    party.faults.next(ORDERS, { kind: 'answer', answer });
    expect(await charge()).toEqual({ kind: 'unavailable' });
    expect(party.charges.size).toBe(0);
  });

  it('because of its CVV is declined for it', async () => {
    const { party, charge } = await arrangePagBank();
    const parameter_name = 'charges[0].payment_method.card.security_code';
    const body = JSON.stringify({ error_messages: [{ code: '40002', parameter_name }] });
    party.faults.next(ORDERS, { kind: 'answer', answer: { status: 400, body } });
    expect(await charge()).toMatchObject({ kind: 'declined', code: 'INVALID_CVV' });
  });

  it('stays unknown where a gateway, not PagBank, refuses it', async () => {
    const { party, charge } = await arrangePagBank();
    const body = JSON.stringify({ message: 'no Route matched with those values' });
    party.faults.next(ORDERS, { kind: 'answer', answer: { status: 404, body } });
    await expect(charge()).rejects.toThrow('nobody at PagBank');
  });
});

describe('a charge whose answer was lost', () => {
  it.each<[string, Fault, 'approved' | 'not_found']>([
    ['cut after PagBank had made it', { kind: 'commit_and_cut' }, 'approved'],
    ['cut before', { kind: 'cut' }, 'not_found'],
    ['a page of HTML after', { kind: 'html_error', status: 502, isCommitted: true }, 'approved'],
    ['a page of HTML before', { kind: 'html_error', status: 502, isCommitted: false }, 'not_found'],
    ['a 200 with nothing in it', { kind: 'empty_answer' }, 'approved'],
  ])('is unknown, sent once, and found: %s', async (_how, fault, found) => {
    const { party, charge, findCharge, orders } = await arrangePagBank();
    party.faults.next(ORDERS, fault);
    await expect(charge()).rejects.toThrow('may have charged it or not');
    expect(await findCharge()).toMatchObject({ kind: found });
    expect(orders()).toHaveLength(1);
  });

  it('made twice by a gateway is one charge', async () => {
    const { party, charge } = await arrangePagBank();
    party.faults.next(ORDERS, { kind: 'done_twice' });
    expect(await charge()).toMatchObject({ kind: 'approved' });
    expect(party.charges.size).toBe(1);
  });

  it('and booked after we gave up is one charge, found by our key', async () => {
    const { party, charge, findCharge, run } = await arrangePagBank();
    const late = party.faults.next(ORDERS, { kind: 'book_late', afterMs: 60_000 });
    const charging = expect(charge()).rejects.toThrow('may have charged it or not');
    await late.taken;
    run(30_000);
    await charging;
    expect(await findCharge()).toEqual({ kind: 'not_found' });
    late.release();
    await late.finished;
    expect(await findCharge()).toMatchObject({ kind: 'approved' });
  });

  it('stays unknown where the look fails as well', async () => {
    const { party, findCharge } = await arrangePagBank();
    for (const fault of [
      { kind: 'cut' },
      { kind: 'answer', answer: { status: 404, body: '{"message":"no Route"}' } },
      { kind: 'answer', answer: { status: 401 } },
    ] satisfies Fault[]) {
      party.faults.next({ path: '/charges' }, fault);
      await expect(findCharge()).rejects.toThrow('does not tell');
    }
  });
});

describe('a charge whose key PagBank knows', () => {
  it('is looked up and adopted where it is of the same amount', async () => {
    const { charge, party } = await arrangePagBank();
    const first = await charge();
    expect(await charge({ installments: 2 })).toEqual(first);
    expect(party.takeViolations()).toHaveLength(1);
    expect(party.charges.size).toBe(1);
  });

  it('is not believed where it is of another amount', async () => {
    const { charge, party } = await arrangePagBank();
    await charge();
    await expect(charge({ amount: 3800 })).rejects.toThrow('another amount');
    expect(party.takeViolations()).toHaveLength(1);
    expect(party.charges.size).toBe(1);
  });

  it.each([
    ['a charge of another key', { reference_id: 'f'.repeat(32) }, 'of another charge'],
    ['a status that nobody knows', { status: 'MAYBE' }, 'Invalid'],
    ['another amount', { amount: { value: 1 } }, 'another amount'],
  ])('is not believed where PagBank answers with %s', async (_what, changes, why) => {
    const { charge, party, key } = await arrangePagBank();
    const told = {
      ...{ id: 'CHAR_1', reference_id: key, status: 'PAID', amount: { value: 3700 } },
      payment_method: { type: 'CREDIT_CARD' },
      ...changes,
    };
    const body = JSON.stringify({ id: 'ORDE_1', reference_id: key, charges: [told] });
    party.faults.next(ORDERS, { kind: 'answer', answer: { status: 201, body } });
    await expect(charge()).rejects.toThrow(why);
  });
});

describe('a charge that came too late', () => {
  it('is given back as a whole, once, and found as voided', async () => {
    const arranged = await arrangePagBank();
    const { charge, findCharge, provider, payment, never } = arranged;
    await charge();
    const reversal = { ...payment, amount: 3700, reversalId: REVERSAL_ID };
    expect(await provider.cards.voidCharge?.(reversal, never)).toEqual({ kind: 'voided' });
    expect(await provider.cards.voidCharge?.(reversal, never)).toEqual({ kind: 'voided' });
    expect(chargesOf(arranged)[0]).toMatchObject({ status: 'CANCELED', refunded: 3700 });
    expect(await findCharge()).toMatchObject({ kind: 'voided' });
  });

  it.each<[string, Fault, boolean]>([
    ['cut after PagBank had done it', { kind: 'commit_and_cut' }, true],
    ['cut before', { kind: 'cut' }, false],
  ])('is looked up where the answer was lost: %s', async (_how, fault, isVoided) => {
    const { charge, party, provider, payment, never } = await arrangePagBank();
    await charge();
    party.faults.next({ path: '/charges/:id/cancel' }, fault);
    const reversal = { ...payment, amount: 3700, reversalId: REVERSAL_ID };
    const voiding = provider.cards.voidCharge?.(reversal, never);
    if (isVoided) expect(await voiding).toEqual({ kind: 'voided' });
    else await expect(voiding).rejects.toThrow('may have given it back');
  });

  it('is not given back where there is none, or one of another amount', async () => {
    const { charge, provider, payment, never } = await arrangePagBank();
    const reversal = { ...payment, amount: 3700, reversalId: REVERSAL_ID };
    await expect(provider.cards.voidCharge?.(reversal, never)).rejects.toThrow('no booked charge');
    await charge({ amount: 3600 });
    await expect(provider.cards.voidCharge?.(reversal, never)).rejects.toThrow('no booked charge');
  });

  it('may be given back later where PagBank refuses it now', async () => {
    const { charge, party, provider, payment, never } = await arrangePagBank();
    await charge();
    party.refuseNextRefund({ code: '40002', description: 'insufficient_balance' });
    const reversal = { ...payment, amount: 3700, reversalId: REVERSAL_ID };
    expect(await provider.cards.voidCharge?.(reversal, never)).toEqual({ kind: 'unavailable' });
    expect(await provider.cards.voidCharge?.(reversal, never)).toEqual({ kind: 'voided' });
  });
});

describe('PagBank that rested', () => {
  it('is read once before anything is charged there', async () => {
    const { party, charge, findCharge, clock } = await arrangePagBank();
    for (let nth = 0; nth < 5; nth += 1) {
      party.faults.next({ path: '/charges' }, { kind: 'cut' });
      await expect(findCharge()).rejects.toThrow();
    }
    expect(await charge()).toEqual({ kind: 'unavailable' });
    clock.advance(30_000);
    expect(await charge()).toMatchObject({ kind: 'approved' });
    expect(party.requests.slice(-2).map(({ method }) => method)).toEqual(['GET', 'POST']);
  });
});
