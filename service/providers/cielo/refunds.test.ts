import { describe, expect, it } from 'vitest';
import { arrangeCielo } from '../../testing/test-cielo.ts';

/** A sale of 37 reais that was captured. */
async function arrange() {
  const arranged = await arrangeCielo();
  await arranged.charge();
  const [sale] = arranged.sales();
  if (sale === undefined) throw new Error('there is no sale');
  const externalId = sale.paymentId;
  const voids = () => arranged.party.requests.filter(({ path }) => path.endsWith('/void'));
  return { ...arranged, sale, externalId, voids };
}

describe('a refund at Cielo', () => {
  it('is made by the id of the payment alone where the order is older than it keeps', async () => {
    const { refund, party, externalId } = await arrange();
    const before = party.requests.length;
    expect(await refund({ externalId })).toEqual({ kind: 'done', externalId });
    const asked = party.requests.slice(before).map(({ method, path }) => `${method} ${path}`);
    expect(asked).toEqual([`GET /1/sales/${externalId}`, `PUT /1/sales/${externalId}/void`]);
  });

  it('waits for the one before it, since only their sum is told', async () => {
    const { refund, findRefund, voids } = await arrange();
    const second = { amount: 500, followsAnother: true };
    expect(await refund(second)).toEqual({ kind: 'unavailable' });
    expect(await findRefund(second)).toEqual({ kind: 'not_found' });
    expect(voids()).toHaveLength(0);
  });

  it('waits five seconds after the one before it', async () => {
    const { refund, clock, sale } = await arrange();
    await refund({ amount: 1000 });
    const second = { amount: 1000, refundedBefore: 1000, refundId: 'b'.repeat(32) };
    expect(await refund(second)).toEqual({ kind: 'unavailable' });
    clock.advance(5_000);
    expect(await refund(second)).toMatchObject({ kind: 'done' });
    expect(sale.voidedAmount).toBe(2000);
  });

  it.each([
    ['is in what somebody else gave back, where that has room for it', 1200, 'done', 1200],
    ['is asked for where somebody else gave back less', 700, 'not_found', 1700],
    ['is in all of the sale that was given back', 3700, 'done', 3700],
  ])('%s', async (_, voidedAmount, found, after) => {
    const { refund, findRefund, sale } = await arrange();
    Object.assign(sale, { voidedAmount, voidedAt: 0, status: voidedAmount === 3700 ? 10 : 2 });
    expect(await findRefund({ amount: 1000 })).toMatchObject({ kind: found });
    expect(await refund({ amount: 1000 })).toMatchObject({ kind: 'done' });
    expect(sale.voidedAmount).toBe(after);
  });

  it('is undecided where less was given back than was known', async () => {
    const { findRefund } = await arrange();
    await expect(findRefund({ refundedBefore: 500 })).rejects.toThrow('less of a sale');
  });

  it.each([
    ['72', 'Saldo insuficiente'],
    ['101', 'Prazo de cancelamento excedido'],
  ])('refused with %s is refused in their words', async (returnCode, returnMessage) => {
    const { refund, party, sale } = await arrange();
    party.refuseNextVoid({ returnCode, returnMessage });
    expect(await refund()).toEqual({ kind: 'refused', reason: returnMessage });
    expect(sale.voidedAmount).toBe(0);
  });

  it('answered with a code that nobody knows is unknown', async () => {
    const { refund, party } = await arrange();
    party.refuseNextVoid({ returnCode: '475', returnMessage: 'Timeout' });
    await expect(refund()).rejects.toThrow('may have given it back or not');
  });
});

describe('a void at Cielo', () => {
  it('gives back what refunds have left', async () => {
    const { refund, voidCharge, clock, sale, find } = await arrange();
    await refund({ amount: 1000 });
    clock.advance(5_000);
    expect(await voidCharge()).toEqual({ kind: 'voided' });
    expect(sale.voidedAmount).toBe(3700);
    expect(await find()).toMatchObject({ kind: 'voided' });
  });

  it('that is refused says that nothing was given back', async () => {
    const { voidCharge, party, find } = await arrange();
    party.refuseNextVoid({ returnCode: '72', returnMessage: 'Saldo insuficiente' });
    expect(await voidCharge()).toEqual({ kind: 'unavailable' });
    expect(await find()).toMatchObject({ kind: 'approved' });
  });
});
