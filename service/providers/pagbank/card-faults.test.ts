import { describe, expect, it } from 'vitest';
import type { Fault } from '../../../simulators/server/faults.ts';
import { arrangePagBank } from '../../testing/test-pagbank.ts';

const REVERSAL_ID = '0123456789abcdef0123456789abcdef';

const ORDERS = { method: 'POST', path: '/orders' } as const;

describe('a charge that PagBank refuses to take', () => {
  it('because of a wrong field surely took nothing', async () => {
    const { party, charge } = await arrangePagBank();
    const body = JSON.stringify({ error_messages: [{ code: '40002', parameter_name: 'items' }] });
    party.faults.next(ORDERS, { kind: 'answer', answer: { status: 400, body } });
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

it('a charge whose answer was lost stays unknown where the look fails as well', async () => {
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

describe('a charge whose key PagBank knows', () => {
  it('is looked up and adopted where it is of the same amount', async () => {
    const { charge, party } = await arrangePagBank();
    const first = await charge();
    expect(await charge({ installments: 2 })).toEqual(first);
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
  it('is not given back where it is one of another amount', async () => {
    const { charge, provider, payment, never } = await arrangePagBank();
    const reversal = { ...payment, amount: 3700, reversalId: REVERSAL_ID };
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
