import { afterEach, describe, expect, it } from 'vitest';
import type { Acquirer } from '../../../providers/acquirer.ts';
import { createAuditLog } from '../../../store/tables/audit/audit-log.ts';
import { createLedgerAudit } from '../../../store/tables/ledger/ledger-audit.ts';
import { testDatabases } from '../../../testing/test-db.ts';
import type { TestService } from '../../../testing/test-service.ts';
import { startTestService, validPayin } from '../../../testing/test-service.ts';
import { manualTimers } from '../../../testing/test-timers.ts';

const SETTLES_WITHIN_MS = 5 * 60_000;
const ROUND_MS = 15_000;

/**
 * An acquirer that takes the first charge of an order in, says nothing, and books it this long after:
 * until then it knows nothing of it. Another charge of the order it books and answers at once, so
 * that one which should not have been sent is seen. Its records outlive any process of ours.
 */
function lateAcquirer(now: () => Date, delayMs: number) {
  const taken = new Map<
    string,
    { order: string; amount: number; bookedAt: number; isVoided: boolean }
  >();
  const isBooked = (reference: string) =>
    (taken.get(reference)?.bookedAt ?? Number.POSITIVE_INFINITY) <= now().getTime();
  const records = {
    isVoiding: true,
    /** How often an order was sent to be charged. */
    sent: (order: string) => [...taken.values()].filter((one) => one.order === order).length,
    /** Bookings of an order that stay. */
    booked: (order: string) =>
      [...taken].filter(
        ([reference, one]) => one.order === order && isBooked(reference) && !one.isVoided,
      ).length,
  };
  const acquirer: Acquirer = {
    settlesWithinMs: SETTLES_WITHIN_MS,
    storeCard: async () => ({ kind: 'unavailable' }),
    charge({ reference, orderReference, amount }) {
      const isFirst = records.sent(orderReference) === 0;
      const bookedAt = now().getTime() + (isFirst ? delayMs : 0);
      taken.set(reference, { order: orderReference, amount, bookedAt, isVoided: false });
      if (isFirst) return new Promise(() => undefined);
      return Promise.resolve({ kind: 'approved', externalId: `late-${reference}` });
    },
    async findCharge({ reference, amount }) {
      // Whoever looks knows what was to be charged.
      const sent = taken.get(reference)?.amount ?? amount;
      if (amount !== sent) throw new Error(`asked for ${amount} in place of ${sent}`);
      return isBooked(reference)
        ? { kind: 'approved', externalId: `late-${reference}` }
        : { kind: 'not_found' };
    },
    async voidCharge({ reference }) {
      if (!records.isVoiding) return { kind: 'unavailable' };
      const charge = taken.get(reference);
      if (charge === undefined) throw new Error('there is nothing to void');
      taken.set(reference, { ...charge, isVoided: true });
      return { kind: 'voided' };
    },
  };
  return { acquirer, records };
}

describe.each(testDatabases())('an acquirer that books late, on $engine', (database) => {
  let stop = async () => {};
  afterEach(() => stop());

  /**
   * An order whose charge was sent to the acquirer, which said nothing. `isKilled`: the process has
   * died while it waited, and another one has started; else the caller has been answered.
   */
  const orderLate = async (delayMs: number, isKilled: boolean) => {
    let time = new Date('2027-03-01T12:00:00Z').getTime();
    const now = () => new Date(time);
    const { acquirer, records } = lateAcquirer(now, delayMs);
    const db = await database.openMigrated();
    const start = async () => {
      const { timers, run, round } = manualTimers();
      const started = await startTestService({
        db,
        provider: { name: 'late', cards: acquirer, payments: null },
        now,
        timers,
      });
      return { ...started, run, round };
    };
    const first = await start();
    let service: Awaited<ReturnType<typeof start>> = first;
    const request = validPayin({ webhookUrl: 'https://example.com/hook' });
    const referenceId = String(request.referenceId);
    const pay = (from: TestService = service) => from.post('no3ds', '/payin', request);
    const answer = pay(first);
    answer.catch(() => undefined);
    while (records.sent(referenceId) === 0) await new Promise((resolve) => setImmediate(resolve));
    if (isKilled) service = await start();
    else first.run(3_000);
    stop = async () => {
      if (service !== first) first.run(3_000);
      await service.stop();
      await first.stop();
    };
    return {
      db,
      records,
      referenceId,
      answer,
      pay,
      service: () => service,
      /** Time passes, and what is done every 15 seconds is done once. */
      async pass(seconds: number) {
        time += seconds * 1_000;
        await service.round(ROUND_MS);
      },
    };
  };

  it.each([
    [4, false],
    [20, true],
    [60, false],
  ])('has one booking and an approved payin after %i s (killed: %s)', async (seconds, isKilled) => {
    const { pay, pass, records, referenceId, db } = await orderLate(seconds * 1_000, isKilled);
    await pass(2);
    await pass(15);
    const early = await pay();
    expect(early.status).toBe(201);
    for (const step of [15, 30, 60, 120, 240]) await pass(step);
    const settled = await pay();
    expect(settled).toMatchObject({ status: 201, body: { id: early.body.id, status: 'APPROVED' } });
    expect(records.sent(referenceId)).toBe(1);
    expect(records.booked(referenceId)).toBe(1);
    expect(await createLedgerAudit(db).firstDisagreement('no3ds')).toBeNull();
  });

  it.each([false, true])('waits until nothing can be booked (killed: %s)', async (isKilled) => {
    const { pay, pass, records, referenceId } = await orderLate(3_600_000, isKilled);
    await pass(16);
    const first = await pay();
    expect(first).toMatchObject({ status: 201, body: { status: 'PENDING' } });
    for (const step of [60, 120, 100]) {
      await pass(step);
      expect((await pay()).body).toEqual(first.body);
    }
    // From here on a look that finds nothing counts, and the next one is a minute later.
    await pass(8);
    await pass(59);
    expect((await pay()).body).toEqual(first.body);
    expect(records.sent(referenceId)).toBe(1);
    await pass(1);
    const again = await pay();
    expect(again).toMatchObject({ status: 201, body: { status: 'APPROVED' } });
    expect(again.body.id).not.toBe(first.body.id);
    expect(records.sent(referenceId)).toBe(2);
  });

  it.each([false, true])(
    'has a charge given back and told that comes after its payin has failed (killed: %s)',
    async (isKilled) => {
      const late = await orderLate(600_000, isKilled);
      const { pay, pass, records, referenceId, db, service } = late;
      await pass(16);
      const { body: first } = await pay();
      for (const step of [300, 60]) await pass(step);
      const again = await pay();
      expect(again).toMatchObject({ status: 201, body: { status: 'APPROVED' } });
      expect(records.booked(referenceId)).toBe(1);

      records.isVoiding = false;
      await pass(300);
      expect(records.booked(referenceId)).toBe(2);
      records.isVoiding = true;
      await pass(300);
      expect(records.booked(referenceId)).toBe(1);
      const failed = await service().get('no3ds', `/payin/${first.id}`);
      expect(failed.body).toMatchObject({ id: first.id, status: 'FAILED' });

      const entries = await createAuditLog(db).list('no3ds', 10);
      expect(entries.map(({ action, result }) => [action, result])).toEqual([
        ['charge.reverse', 'done'],
        ['charge.reverse', 'begun'],
      ]);
      expect(entries[0]?.subjects).toMatchObject({ payin: first.id, provider: 'late' });
      const { body } = await service().get('no3ds', '/sandbox/webhooks/deliveries');
      const events = body.data.filter((one: { event: string; transactionId: string }) =>
        [first.id].includes(one.transactionId),
      );
      expect(events.map(({ event }: { event: string }) => event)).toEqual([
        'payin.reversed',
        'payin.failed',
      ]);
      const metrics = await (await fetch(`${service().metricsUrl}/metrics`)).text();
      expect(metrics).toMatch(/orphan_charges_total\{provider="late",outcome="found"\} 1\b/);
      expect(metrics).toMatch(/orphan_charges_total\{provider="late",outcome="reversed"\} 1\b/);
      expect(await createLedgerAudit(db).firstDisagreement('no3ds')).toBeNull();

      // Given back once, and not looked for again.
      await pass(7_200);
      expect(await createAuditLog(db).list('no3ds', 10)).toHaveLength(2);
    },
  );

  it('is watched for a day, and then no longer', async () => {
    const { pay, pass, records, referenceId, db } = await orderLate(25 * 3_600_000, false);
    await pass(16);
    const { body: first } = await pay();
    for (const step of [300, 60]) await pass(step);
    for (const hours of [5, 5, 5, 5, 1, 1, 1, 1, 1]) await pass(hours * 3_601);
    expect(await createAuditLog(db).list('no3ds', 10)).toEqual([]);
    const left = await db.query({ name: '', text: 'SELECT subject_id FROM look_ups', values: [] });
    expect(left).toEqual([]);
    expect(records.sent(referenceId)).toBe(1);
    expect(first.status).toBe('PENDING');
  });
});
