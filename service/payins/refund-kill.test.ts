import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAuditLog } from '../store/audit-log.ts';
import { buildProgram } from '../testing/child-program.ts';
import { testDatabases } from '../testing/test-db.ts';
import {
  countOf,
  disagreementOf,
  listEvents,
  startKilledService,
} from '../testing/test-killed-service.ts';
import { startReceiver } from '../testing/test-receiver.ts';
import { basic, newReference, send, validPayin } from '../testing/test-service.ts';

const ACCOUNT = 'no3ds';
const FEE = 438;

describe.each(testDatabases())('refunds of a service killed on $engine', ({ engine }) => {
  let service: Awaited<ReturnType<typeof startKilledService>>;
  let receiver: Awaited<ReturnType<typeof startReceiver>>;
  beforeAll(async () => {
    const program = await buildProgram(new URL('../testing/kill-program.ts', import.meta.url));
    receiver = await startReceiver();
    service = await startKilledService(program, engine);
  });
  afterAll(async () => {
    await receiver.stop();
    await service.remove();
  });

  const headers = basic(ACCOUNT);
  const read = async (path: string) => (await send(service.url(path), { headers })).body;
  const refund = (id: string, body: unknown) =>
    send(service.url(`/payin/${id}/refund`), { body, headers });
  const available = async () => (await read('/balance')).available;
  const pay = async () => {
    const body = validPayin({ webhookUrl: receiver.url });
    return String((await send(service.url('/payin'), { body, headers })).body.id);
  };

  const POINTS = [
    ['before anything of it is written', 'before refund_insert'],
    ['before its beginning is committed', 'written refund_insert'],
    ['after that, before it is asked for', 'committed refund_insert'],
    ['before the acquirer took it in', 'before provider_state_keep'],
    ['after the acquirer took it in, before its answer', 'committed provider_state_keep'],
    ['after the answer, before it is written', 'before refund_end'],
    ['before that is committed', 'written refund_end'],
    ['after that was committed', 'committed refund_end'],
  ] as const;

  it.each(POINTS)('are given back once and told once, %s', async (_name, point) => {
    const before = await available();
    const id = await pay();
    const body = { referenceId: newReference(), amount: 4_000 };
    await service.killedAt(point, () => refund(id, body));
    const made = await refund(id, body);
    expect([made.status, made.body.status]).toEqual([201, 'DONE']);
    expect((await refund(id, body)).body).toEqual(made.body);
    await receiver.untilTold('payin.refunded', id);
    const events = await listEvents(service.url(''), { id, account: ACCOUNT });
    expect(events).toEqual(['payin.approved', 'payin.refunded']);
    const record = await read(`/payin/${id}`);
    expect(record).toMatchObject({ status: 'REFUNDED', refundedAmount: 4_000 });
    expect(record.refunds).toHaveLength(1);
    expect(await available()).toBe(before + 10_000 - FEE - 4_000);
  });

  it.each(POINTS.slice(2))(
    'that are refused give their money back once, %s',
    async (_name, point) => {
      const before = await available();
      const id = await pay();
      const body = { referenceId: newReference(), reason: 'OTHE' };
      await service.killedAt(point, () => refund(id, body));
      const made = await refund(id, body);
      expect([made.status, made.body.status]).toEqual([201, 'FAILED']);
      await receiver.untilTold('payin.refund_failed', id);
      const events = await listEvents(service.url(''), { id, account: ACCOUNT });
      expect(events).toEqual(['payin.approved', 'payin.refund_failed']);
      expect(await available()).toBe(before + 10_000 - FEE);
    },
  );

  it('that could not be taken in at first are given back once, killed while asked again', async () => {
    for (const moment of ['before', 'committed']) {
      const id = await pay();
      const body = { referenceId: newReference(), amount: 4_000, reason: 'PERR' };
      expect((await refund(id, body)).body.status).toBe('PENDING');
      const passMinute = () =>
        send(service.url('/sandbox/clock'), { body: { advanceSeconds: 60 }, headers });
      // The first is the mark that it was tried; the second, the refund.
      await service.killedAt(`${moment} provider_state_keep 2`, passMinute);
      expect((await refund(id, body)).body.status).toBe('DONE');
    }
  });

  it('leave a ledger that agrees, one refund each at the acquirer, and nothing to look at', async () => {
    const db = await service.end();
    try {
      expect(await disagreementOf(db)).toBeNull();
      const refunds = await countOf(db, 'SELECT count(*) AS count FROM refunds');
      expect(refunds).toBe(2 * POINTS.length);
      const atAcquirer = "SELECT count(*) AS count FROM provider_state WHERE key LIKE 'refund|%'";
      expect(await countOf(db, atAcquirer)).toBe(refunds);
      const ids = `SELECT count(*) AS count FROM refunds r JOIN provider_state p
        ON p.key = 'refund|' || r.attempt_id`;
      expect(await countOf(db, ids)).toBe(refunds);
      expect(await countOf(db, 'SELECT count(*) AS count FROM look_ups')).toBe(0);
      const entries = await createAuditLog(db).list(ACCOUNT, 1_000);
      const results = entries.map(({ result }) => result).sort();
      const failed = POINTS.length - 2;
      expect(results).toEqual([
        ...Array(refunds).fill('begun'),
        ...Array(refunds - failed).fill('done'),
        ...Array(failed).fill('failed'),
      ]);
    } finally {
      await db.close();
    }
  });
});
