import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Acquirer, KnownPayment, PaymentIssuer } from '../../../providers/acquirer.ts';
import type { RefundAnswer } from '../../../providers/refunds.ts';
import { opened } from '../../../testing/opened.ts';
import { testDatabases } from '../../../testing/test-db.ts';
import { disagreementOf, listEvents } from '../../../testing/test-killed-service.ts';
import { openTestOperator } from '../../../testing/test-operator.ts';
import { ACQUIRER, ISSUER, servedBy, testProvider } from '../../../testing/test-provider.ts';
import { startTestService, validPayin } from '../../../testing/test-service.ts';
import { manualTimers } from '../../../testing/test-timers.ts';
import { followPayment } from '../end-payment.ts';
import { reverseOrphans } from './reverse-orphans.ts';

const AMOUNT = 10_000;
const HOUR_MS = 60 * 60_000;
const OPEN: KnownPayment = { kind: 'open' };
const PAID: KnownPayment = { kind: 'paid', amount: AMOUNT };
const RETURNED = { id: 'D1', amount: 4_000, nature: 'med_fraud' } as const;
const APPROVED = { kind: 'approved', externalId: 'card-1' } as const;
const CARDS: Acquirer = {
  ...ACQUIRER,
  charge: async () => APPROVED,
  findCharge: async () => APPROVED,
};
const DONE: RefundAnswer = { kind: 'done', externalId: 'dev-1' };

describe.each(testDatabases())('money for a PIX that has ended, on $engine', (database) => {
  /** An issuer without a call that ends a PIX. `asked`: the centavos it was to give back. */
  const issuer = { known: OPEN as KnownPayment | null, canRefund: true, asked: [] as number[] };
  const provider = () => {
    const payments: PaymentIssuer = {
      capabilities: { refund: issuer.canRefund ? ['PIX'] : [] },
      ...ISSUER,
      async findPayment() {
        if (issuer.known === null) throw new Error('no answer');
        return issuer.known;
      },
      async refund({ amount }) {
        issuer.asked.push(amount);
        return DONE;
      },
      findRefund: async () => DONE,
    };
    return testProvider({ name: 'efi', payments, cards: CARDS });
  };

  const db = opened(database.openEmpty);
  // Nothing but the test looks at what has ended.
  const service = opened(() =>
    startTestService({ db, timers: manualTimers().timers, provider: provider() }),
  );
  const operator = opened(() => openTestOperator(db));
  beforeEach(async () => {
    Object.assign(issuer, { known: OPEN, canRefund: true, asked: [] });
    // What another test has left is neither polled nor listed.
    for (const table of ['look_ups', 'reversals']) {
      await db.query({ name: '', text: `DELETE FROM ${table}`, values: [] });
    }
    operator.services.providers = { ...servedBy(provider()), find: async () => provider() };
  });

  const post = (path: string, body?: unknown) => service.post('no3ds', path, body);
  const make = async (change: object = {}): Promise<{ id: string; referenceId: string }> => {
    const order = { paymentMethod: 'PIX', amount: AMOUNT, webhookUrl: 'https://example.com/hook' };
    return (await post('/payin', validPayin({ ...order, ...change }))).body;
  };
  const cancelled = async () => {
    const { id } = await make();
    expect((await post(`/payin/${id}/cancel`)).body.status).toBe('CANCELED');
    return id;
  };
  const told = (id: string) =>
    followPayment({ companyId: 'no3ds', reference: id }, operator.services);
  const pollAfter = async (hours: number) => {
    const account = await operator.account('no3ds');
    const time = new Date(Date.now() + hours * HOUR_MS);
    await reverseOrphans(account, { ...operator.services, now: () => time });
  };
  const eventsOf = (id: string) => listEvents(service.baseUrl, { id, account: 'no3ds' });
  const statusOf = async (id: string) => (await service.get('no3ds', `/payin/${id}`)).body.status;
  const watched = async () => {
    const later = new Date(Date.now() + 1_000 * HOUR_MS);
    return (await operator.services.payins.listWatched('no3ds', later)).map(({ id }) => id);
  };

  it.each([
    ['all of it', PAID, AMOUNT],
    ['all of it, where the issuer does not say how much', { kind: 'paid' }, AMOUNT],
    ['less than was asked for', { kind: 'paid', amount: AMOUNT - 1 }, AMOUNT - 1],
    ['more than was asked for', { kind: 'paid', amount: AMOUNT + 1 }, AMOUNT + 1],
    ['what its bank has not returned', { ...PAID, returns: [RETURNED] }, AMOUNT - 4_000],
    ['what was not given back there', { ...PAID, returnedAmount: 4_000 }, AMOUNT - 4_000],
  ] as const)('goes back once, however often it is told: %s', async (_name, known, amount) => {
    const id = await cancelled();
    issuer.known = known;
    await Promise.all([told(id), told(id)]);
    await told(id);
    await pollAfter(1);
    expect(issuer.asked).toEqual([amount]);
    expect(await statusOf(id)).toBe('CANCELED');
    expect(await eventsOf(id)).toEqual(['payin.canceled', 'payin.reversed']);
    expect(await operator.rows('orphan list')).toEqual([]);
    expect(await watched()).not.toContain(id);
    expect(await disagreementOf(db)).toBeNull();
  });

  it('is found though nobody tells, for as long as the code can be paid', async () => {
    const id = await cancelled();
    issuer.known = null;
    await pollAfter(1 / 60);
    issuer.known = PAID;
    await pollAfter(1);
    expect(issuer.asked).toEqual([AMOUNT]);
    expect(await eventsOf(id)).toEqual(['payin.canceled', 'payin.reversed']);
  });

  it.each([
    ['nobody has paid', OPEN],
    ['all has gone back there', { ...PAID, returnedAmount: AMOUNT }],
  ] as const)('is looked for no more once the code is over and %s', async (_what, known) => {
    const id = await cancelled();
    issuer.known = known;
    await pollAfter(1 / 60);
    expect(await watched()).toContain(id);
    await pollAfter(48);
    expect([await watched(), issuer.asked]).toEqual([[], []]);
  });

  it("is looked for after an operator's cancel that no provider answered", async () => {
    const { id } = await make();
    issuer.known = null;
    await operator.run('payin cancel', { payin: id });
    issuer.known = PAID;
    await pollAfter(1);
    expect([await statusOf(id), issuer.asked]).toEqual(['CANCELED', [AMOUNT]]);
  });

  it('goes back where the order was paid by another way', async () => {
    const { id, referenceId } = await make();
    const byCard = validPayin({ amount: AMOUNT, referenceId });
    const other = (await post('/payin', byCard)).body;
    issuer.known = PAID;
    await told(id);
    expect([await statusOf(id), await statusOf(other.id)]).toEqual(['CANCELED', 'APPROVED']);
    expect(issuer.asked).toEqual([AMOUNT]);
  });

  it('is listed for the operator where the issuer has no call that gives it back', async () => {
    const id = await cancelled();
    issuer.canRefund = false;
    issuer.known = PAID;
    await told(id);
    await pollAfter(1);
    expect(issuer.asked).toEqual([]);
    const listed = { payin: id, amount: AMOUNT, state: 'by_hand' };
    expect(await operator.rows('orphan list')).toMatchObject([listed]);
    await operator.run('orphan mark-returned', { payin: id, 'acquirer-reference': 'E-1' });
    expect(await eventsOf(id)).toEqual(['payin.canceled', 'payin.reversed']);
  });

  it('is found at once where somebody asks for it', async () => {
    const since = new Date(Date.now() - HOUR_MS).toISOString();
    const { id } = await make();
    issuer.known = null;
    const lookUp = (asked: Record<string, string>) => operator.rows('payin look-up', asked);
    const of = { payin: id, provider: 'efi' };
    const waits = { ...of, was: 'PENDING', status: 'PENDING' };
    expect(await lookUp({ payin: id })).toMatchObject([{ ...waits, result: 'no answer' }]);
    issuer.known = OPEN;
    expect(await lookUp({ payin: id })).toMatchObject([{ ...waits, result: 'unchanged' }]);
    issuer.known = PAID;
    const inTurn = vi.spyOn(operator.services, 'pollSoon');
    const found = await lookUp({ provider: 'efi', since, company: 'no3ds' });
    expect(inTurn).toHaveBeenCalledTimes(found.length);
    const approved = { ...of, was: 'PENDING', status: 'APPROVED', result: 'changed' };
    expect(found).toContainEqual(expect.objectContaining(approved));
    expect(await eventsOf(id)).toEqual(['payin.approved']);
    expect(await lookUp({ provider: 'cielo', since })).toEqual([]);
    expect(await operator.rows('audit list', { company: 'no3ds' })).toContainEqual(
      expect.objectContaining({ action: 'payin look-up' }),
    );
  });

  it.each([
    [{}, 'INVALID_DATA'],
    [{ provider: 'efi' }, 'INVALID_DATA'],
    [{ provider: 'bank', since: '2026-11-20T10:00:00Z' }, 'INVALID_DATA'],
    [{ payin: 'pay_no3ds_AAAAAAAAAAAAAAAAAAAAAA' }, 'NOT_FOUND'],
  ])('is not asked for by %j', async (asked, code) => {
    const logged = async () =>
      (await operator.rows('audit list', { limit: '500' })).flatMap(({ action, result }) =>
        action === 'payin look-up' ? result : [],
      );
    const before = await logged();
    expect(await operator.refusal('payin look-up', asked)).toContain(code);
    expect(await logged()).toEqual(['refused', ...before]);
  });

  const expired = async () => {
    const made = await make();
    await post(`/sandbox/payins/${made.id}/expire`);
    return made;
  };

  it('of what was paid beyond the amount goes back once, and is none of the merchant', async () => {
    const { id } = await make();
    issuer.known = PAID;
    await told(id);
    const more = { ...PAID, amount: AMOUNT + 500 };
    issuer.known = more;
    await Promise.all([told(id), told(id)]);
    await pollAfter(1);
    const [{ id: returned = '' } = {}] = await db.query<{ id: string }>({
      ...{ name: '', text: 'SELECT id FROM reversals WHERE payin_id = $1', values: [id] },
    });
    const ours = { id: returned, amount: 500, nature: 'elsewhere' } as const;
    issuer.known = { ...more, returns: [ours, { ...ours, id: 'D2', amount: 300 }] };
    await told(id);
    expect([await statusOf(id), issuer.asked]).toEqual(['REFUNDED', [500]]);
    expect((await operator.services.payins.find('no3ds', id))?.refundedAmount).toBe(300);
    issuer.known = { ...issuer.known, amount: more.amount + 700 };
    await told(id);
    expect(issuer.asked).toEqual([500, 700]);
    expect(await eventsOf(id)).toEqual(['payin.approved', 'payin.refunded']);
    await pollAfter(1);
    expect([await disagreementOf(db), await watched()]).toEqual([null, []]);
  });

  it('of what was paid beyond the amount is listed where no call gives it back', async () => {
    const { id } = await make();
    issuer.canRefund = false;
    issuer.known = { ...PAID, amount: AMOUNT + 500 };
    await told(id);
    const listed = { payin: id, amount: 500, state: 'by_hand' };
    expect(await operator.rows('orphan list')).toMatchObject([listed]);
    // Given back at the pages of the bank, which tells of it.
    const returns = [{ id: 'D1', amount: 500, nature: 'elsewhere' }] as const;
    issuer.known = { ...issuer.known, returns };
    await told(id);
    await operator.run('orphan mark-returned', { payin: id, 'acquirer-reference': 'E-1' });
    expect(await eventsOf(id)).toEqual(['payin.approved']);
  });

  it('approves one that has expired, in the commit that takes its reference again', async () => {
    const { id, referenceId } = await expired();
    issuer.known = PAID;
    await Promise.all([told(id), told(id)]);
    expect([await statusOf(id), issuer.asked]).toEqual(['APPROVED', []]);
    expect(await eventsOf(id)).toEqual(['payin.expired', 'payin.approved']);
    const byCard = validPayin({ amount: AMOUNT, referenceId });
    expect((await post('/payin', byCard)).status).toBe(409);
    expect(await disagreementOf(db)).toBeNull();
  });

  it.each([
    ['another payin has its reference', true, PAID],
    ['less came in', false, { kind: 'paid', amount: AMOUNT - 1 }],
  ] as const)('of one that has expired goes back where %s', async (_why, isTaken, known) => {
    const { id, referenceId } = await expired();
    if (isTaken) await make({ referenceId });
    issuer.known = known;
    await told(id);
    await told(id);
    expect([await statusOf(id), issuer.asked]).toEqual([
      'EXPIRED',
      [isTaken ? AMOUNT : AMOUNT - 1],
    ]);
    expect(await eventsOf(id)).toEqual(['payin.expired', 'payin.reversed']);
  });

  it('of two that have expired approves one, and gives back the other', async () => {
    const { id, referenceId } = await expired();
    const { id: second } = await make({ referenceId });
    await post(`/sandbox/payins/${second}/expire`);
    issuer.known = PAID;
    await Promise.all([told(id), told(second)]);
    expect([await statusOf(id), await statusOf(second)].sort()).toEqual(['APPROVED', 'EXPIRED']);
    expect(issuer.asked).toEqual([AMOUNT]);
    expect(await disagreementOf(db)).toBeNull();
  });

  it('stays on its way back though its reference is free by then', async () => {
    const { id, referenceId } = await expired();
    const { id: second } = await make({ referenceId });
    issuer.known = PAID;
    issuer.canRefund = false;
    await told(id);
    issuer.known = OPEN;
    await post(`/payin/${second}/cancel`);
    issuer.known = PAID;
    await told(id);
    expect([await statusOf(id), await eventsOf(id)]).toEqual(['EXPIRED', ['payin.expired']]);
    expect(await operator.rows('orphan list')).toContainEqual(
      expect.objectContaining({ payin: id, state: 'by_hand' }),
    );
  });

  it('of one that has expired and of its order by card, paid at once, is one approval', async () => {
    const { id, referenceId } = await expired();
    issuer.known = PAID;
    const byCard = validPayin({ amount: AMOUNT, referenceId });
    const [, { body: other }] = await Promise.all([told(id), post('/payin', byCard)]);
    await told(id);
    const status = await statusOf(id);
    expect(issuer.asked).toEqual(status === 'EXPIRED' ? [AMOUNT] : []);
    expect(other.error === undefined ? other.status : other.error.code).toBe(
      status === 'EXPIRED' ? 'APPROVED' : 'DUPLICATE_REFERENCE',
    );
  });
});
