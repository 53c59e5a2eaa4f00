import { beforeEach, describe, expect, it } from 'vitest';
import { deferred } from '../../../../contract/deferred.cases.ts';
import type { Db } from '../../../base/shared/db.ts';
import { openedForEach } from '../../../testing/opened.ts';
import { statementDatabases } from '../../../testing/test-db.ts';
import { createAuditLog } from '../audit/audit-log.ts';
import { createPayinTraceStore } from '../payins/payin-trace.ts';
import { createWebhookStore } from '../webhooks/webhook.ts';
import { createWebhookListStore } from '../webhooks/webhook-list.ts';
import { createArchive } from './archive.ts';

const COMPANY = 'acme';
/** Months before this one are over. */
const MARCH = new Date('2027-03-01T00:00:00Z');
const FEBRUARY = new Date('2027-02-01T00:00:00Z');
const NOW = new Date('2027-05-20T12:00:00Z');
const BEFORE_MARCH = { deliveredBefore: MARCH, undeliveredBefore: FEBRUARY, limit: 100 };

type Event = { id: string; createdAt: string; status: string; payin: string; sequence: number };

const LAST_OF_JANUARY = { createdAt: '2027-01-31T23:59:59.999Z', payin: 'pay_1', sequence: 1 };
const FIRST_OF_FEBRUARY = { createdAt: '2027-02-01T00:00:00.000Z', payin: 'pay_1', sequence: 2 };
const EVENTS: readonly Event[] = [
  { id: 'evt_old', status: 'DELIVERED', ...LAST_OF_JANUARY },
  { id: 'evt_next', status: 'DELIVERED', ...FIRST_OF_FEBRUARY },
  { id: 'evt_last', ...place('2027-02-28T23:59:59.999Z', 'pay_2'), status: 'DELIVERED' },
  { id: 'evt_new', ...place('2027-03-01T00:00:00.000Z', 'pay_3'), status: 'DELIVERED' },
  { id: 'evt_given_up', ...place('2027-01-10T10:00:00.000Z', 'pay_4'), status: 'UNDELIVERED' },
  { id: 'evt_resent_by_many', ...place('2027-02-10T10:00:00Z', 'pay_5'), status: 'UNDELIVERED' },
  { id: 'evt_waits', ...place('2027-01-01T10:00:00.000Z', 'pay_6'), status: 'PENDING' },
];
const MOVED = ['evt_given_up', 'evt_last', 'evt_next', 'evt_old'];

function place(createdAt: string, payin: string) {
  return { createdAt, payin, sequence: 1 };
}

/** Whoever answers what was long ago. */
const READERS: Record<string, (db: Db) => Promise<unknown>> = {
  'the list of deliveries': (db) =>
    createWebhookStore(db).list(COMPANY, { status: null, limit: 100 }),
  'the list of undelivered ones': (db) =>
    createWebhookStore(db).list(COMPANY, { status: 'UNDELIVERED', limit: 100 }),
  'one delivery': (db) => createWebhookStore(db).find(COMPANY, 'evt_old'),
  'a page of events': (db) => createWebhookListStore(db).page(COMPANY, FILTER),
  'the next page of events': (db) =>
    createWebhookListStore(db).page(COMPANY, {
      ...FILTER,
      after: { createdAt: new Date('2027-02-28T23:59:59.999Z'), id: 'evt_last' },
      limit: 2,
    }),
  'events of a period': (db) =>
    createWebhookListStore(db).page(COMPANY, {
      ...FILTER,
      from: new Date(LAST_OF_JANUARY.createdAt),
      until: new Date(FIRST_OF_FEBRUARY.createdAt),
    }),
  'events of a payin': (db) =>
    createWebhookListStore(db).page(COMPANY, { ...FILTER, transactionId: 'pay_1' }),
  'an event with its attempts': (db) => createWebhookListStore(db).detail(COMPANY, 'evt_old'),
  'the timeline of a payin': (db) => createPayinTraceStore(db).events(COMPANY, 'pay_1'),
  'what people did to a payin': (db) => createPayinTraceStore(db).acts(COMPANY, 'pay_1'),
  'the audit log': (db) => createAuditLog(db).list(COMPANY, 100),
  'its next page': (db) =>
    createAuditLog(db).list(COMPANY, 1, { at: new Date('2027-03-01T00:00:00Z'), id: 'aud_3' }),
};
const FILTER = {
  ...{ event: null, status: null, transactionId: null, from: null, until: null, after: null },
  limit: 100,
};

async function answers(db: Db): Promise<Record<string, unknown>> {
  const read = Object.entries(READERS).map(async ([name, reader]) => [name, await reader(db)]);
  return Object.fromEntries(await Promise.all(read));
}

const DATABASES = statementDatabases();
describe.each(DATABASES)('the archive on $engine', (database) => {
  const db = openedForEach(database.openMigrated);
  beforeEach(async () => {
    for (const event of EVENTS) await write(event);
    const log = createAuditLog(db);
    const act = { actor: 'ana', action: 'refund record', result: 'done', code: null } as const;
    const times = ['2027-01-31T23:59:59.999Z', '2027-02-01T00:00:00Z', '2027-03-01T00:00:00Z'];
    for (const [index, at] of times.entries()) {
      const entry = { ...act, companyId: COMPANY, id: `aud_${index + 1}`, at: new Date(at) };
      await log.append({ ...entry, subjects: { payin: 'pay_1', amount: index } });
    }
  });

  const query = <Row>(text: string) => db.query<Row>({ name: '', text, values: [] });
  const idsOf = async (table: string, column = 'id') => {
    const text = `SELECT ${column} AS id FROM ${table} ORDER BY 1`;
    return (await query<{ id: string }>(text)).map(({ id }) => id);
  };

  /** With one attempt, and in the queue where it waits. */
  async function write({ id, createdAt, status, payin, sequence }: Event) {
    await query(`INSERT INTO webhook_events (company_id, id, transaction_id, sequence, event,
        receiver, url, body, status, attempts, created_at)
      VALUES ('${COMPANY}', '${id}', '${payin}', ${sequence}, 'payin.approved', 'receiver',
        'https://loja.example', '{"id":"${id}"}', '${status}',
        '[{"at":"${createdAt}","outcome":"HTTP_200"}]', '${createdAt}')`);
    await query(`INSERT INTO webhook_attempts (company_id, event_id, number, at, outcome,
        duration_ms, signatures, answer)
      VALUES ('${COMPANY}', '${id}', 1, '${createdAt}', 'HTTP_200', 7, 1, 'of ${id}')`);
  }

  const moveAll = async (on: Db = db) => {
    const archive = createArchive(on);
    let count = 0;
    for (let moved = 1; moved > 0; count += moved) {
      moved =
        (await archive.moveEvents(COMPANY, { ...BEFORE_MARCH, limit: 1 })) +
        (await archive.moveAuditEntries(COMPANY, { before: MARCH, limit: 1 }));
    }
    return count;
  };
  const whereRowsAre = async () => ({
    events: await idsOf('webhook_events'),
    attempts: await idsOf('webhook_attempts', 'event_id'),
    entries: await idsOf('audit_entries'),
    archivedEvents: await idsOf('webhook_events_archive'),
    archivedAttempts: await idsOf('webhook_attempts_archive', 'event_id'),
    archivedEntries: await idsOf('audit_entries_archive'),
  });
  const LEFT = ['evt_new', 'evt_resent_by_many', 'evt_waits'];
  const WHEN_DONE = {
    events: LEFT,
    attempts: LEFT,
    entries: ['aud_3'],
    archivedEvents: MOVED,
    archivedAttempts: MOVED,
    archivedEntries: ['aud_1', 'aud_2'],
  };

  it('takes what has ended before the month, and nothing that may still change', async () => {
    expect(await moveAll()).toBe(MOVED.length + 2);
    expect(await whereRowsAre()).toEqual(WHEN_DONE);
  });

  it('is read by everybody as what is not in it', async () => {
    const before = await answers(db);
    for (const answer of Object.values(before)) expect(answer).not.toEqual([]);
    await moveAll();
    expect(await answers(db)).toEqual(before);
  });

  it('has a partition for each month of UTC, whatever the time zone of the session', async () => {
    await query("SET TIME ZONE 'America/Sao_Paulo'");
    await moveAll().finally(() => query('RESET TIME ZONE'));
    expect(await idsOf('webhook_events_archive_2027_01')).toEqual(['evt_given_up', 'evt_old']);
    expect(await idsOf('webhook_events_archive_2027_02')).toEqual(['evt_last', 'evt_next']);
    expect(await idsOf('webhook_attempts_archive_2027_01', 'event_id')).toEqual([
      'evt_given_up',
      'evt_old',
    ]);
    expect(await idsOf('audit_entries_archive_2027_01')).toEqual(['aud_1']);
    expect(await idsOf('audit_entries_archive_2027_02')).toEqual(['aud_2']);
  });

  it('takes no more than a batch, of one month, the oldest first', async () => {
    const archive = createArchive(db);
    expect(await archive.moveEvents(COMPANY, { ...BEFORE_MARCH, limit: 1 })).toBe(1);
    expect(await idsOf('webhook_events_archive')).toEqual(['evt_given_up']);
    expect(await archive.moveEvents(COMPANY, BEFORE_MARCH)).toBe(1);
    expect(await idsOf('webhook_events_archive')).toEqual(['evt_given_up', 'evt_old']);
    expect(await createArchive(db).moveEvents('other', BEFORE_MARCH)).toBe(0);
  });

  const ENDS = ['lock_events', 'move_attempts', 'move_events', 'lock_entries', 'move_entries'];
  for (const [nth, what] of ENDS.entries()) {
    // The engines by turns.
    const tags = nth % DATABASES.length === DATABASES.indexOf(database) ? [] : ['rare'];
    const name = `archive_${what}`;
    it(`loses and doubles nothing where it ends at ${name}`, { tags }, async () => {
      const before = await answers(db);
      await expect(moveAll(endingAt(db, name))).rejects.toThrow('ended');
      const stopped = await whereRowsAre();
      expect([...stopped.attempts, ...stopped.archivedAttempts].sort()).toEqual(
        EVENTS.map(({ id }) => id).sort(),
      );
      expect(await answers(db)).toEqual(before);
      await moveAll();
      expect(await whereRowsAre()).toEqual(WHEN_DONE);
      expect(await answers(db)).toEqual(before);
    });
  }

  it('is filled by two processes at once, each row by one of them', async () => {
    const before = await answers(db);
    const [one, other] = await Promise.all([moveAll(), moveAll()]);
    // One that found all that was left held by the other may have ended before it.
    expect(one + other).toBe(MOVED.length + 2);
    expect(await whereRowsAre()).toEqual(WHEN_DONE);
    expect(await answers(db)).toEqual(before);
  });

  it('gives an event back to be sent again, with its attempts, and takes it again', async () => {
    const webhooks = createWebhookStore(db);
    await moveAll();
    await webhooks.resend(COMPANY, 'evt_old', NOW);
    expect(await webhooks.find(COMPANY, 'evt_old')).toMatchObject({ status: 'PENDING' });
    expect(await idsOf('webhook_outbox', 'event_id')).toEqual(['evt_old']);
    expect(await idsOf('webhook_attempts', 'event_id')).toEqual(['evt_old', ...LEFT].sort());
    expect(await moveAll()).toBe(0);
    const attempt = { at: NOW.toISOString(), outcome: 'HTTP_204', durationMs: 3, signatures: 1 };
    await webhooks.delivered({
      claimed: { companyId: COMPANY, id: 'evt_old', ...CLAIMED },
      attempt: { ...attempt, answer: 'again' },
    });
    expect(await moveAll()).toBe(1);
    const detail = await createWebhookListStore(db).detail(COMPANY, 'evt_old');
    expect(detail?.attempts.map(({ number, answer }) => [number, answer])).toEqual([
      [2, 'again'],
      [1, 'of evt_old'],
    ]);
    expect(await idsOf('webhook_events_archive')).toEqual(MOVED);
  });

  it('gives an event back whose number another of its payin has by now', async () => {
    const webhooks = createWebhookStore(db);
    await moveAll();
    for (const sequence of [1, 2]) {
      const event = { ...place('2027-05-01T00:00:00Z', 'pay_1'), status: 'DELIVERED' };
      await write({ ...event, id: `evt_later_${sequence}`, sequence });
    }
    for (const id of ['evt_next', 'evt_old']) await webhooks.resend(COMPANY, id, NOW);
    expect(await idsOf('webhook_outbox', 'event_id')).toEqual(['evt_next', 'evt_old']);
    expect((await createPayinTraceStore(db).events(COMPANY, 'pay_1')).map(({ id }) => id)).toEqual([
      'evt_old',
      'evt_next',
      'evt_later_1',
      'evt_later_2',
    ]);
  });

  it('has no event that waits, and gives none of another company', async () => {
    await moveAll();
    await createWebhookStore(db).resend('other', 'evt_old', NOW);
    expect(await idsOf('webhook_events_archive')).toEqual(MOVED);
    const waiting = query("UPDATE webhook_events_archive SET status = 'PENDING'");
    await expect(waiting).rejects.toThrow();
  });

  it.runIf(database.engine === 'postgres')(
    'makes a month while another is being vacuumed',
    { tags: 'needs-postgres' },
    async () => {
      await createArchive(db).moveEvents(COMPANY, BEFORE_MARCH);
      const isHeld = deferred();
      const isMoved = deferred();
      const vacuuming = db.transaction(async (tx) => {
        const text = 'LOCK TABLE webhook_events_archive_2027_01 IN SHARE UPDATE EXCLUSIVE MODE';
        await tx.query({ name: '', text, values: [] });
        isHeld.resolve();
        await isMoved.promise;
      });
      await isHeld.promise;
      const count = await moveAll().finally(isMoved.resolve);
      await vacuuming;
      expect(count).toBe(MOVED.length);
      expect(await whereRowsAre()).toEqual(WHEN_DONE);
    },
  );

  it.runIf(database.engine === 'postgres')(
    'leaves alone what somebody is about to send again',
    { tags: 'needs-postgres' },
    async () => {
      const isResent = deferred();
      const isMoved = deferred();
      const resending = db.transaction(async (tx) => {
        await createWebhookStore(db).resend(COMPANY, 'evt_old', NOW, tx);
        isResent.resolve();
        await isMoved.promise;
      });
      await isResent.promise;
      const january = { ...BEFORE_MARCH, deliveredBefore: FEBRUARY };
      const counts = [
        await createArchive(db).moveEvents(COMPANY, january),
        await createArchive(db).moveEvents(COMPANY, january),
      ];
      isMoved.resolve();
      await resending;
      expect(counts).toEqual([1, 0]);
      await moveAll();
      expect(await idsOf('webhook_events')).toEqual([...LEFT, 'evt_old'].sort());
    },
  );
});

const CLAIMED = {
  event: 'payin.approved',
  transactionId: 'pay_one_1',
  url: 'https://loja.example',
  body: '{}',
  receiver: 'receiver',
  failures: 0,
  traceparent: null,
  owner: 'owner',
};

/** Where it comes to the statement of that name in a transaction, it goes no further. */
function endingAt(db: Db, name: string): Db {
  return {
    ...db,
    transaction: (work, options) =>
      db.transaction(
        (tx) =>
          work({
            commitWith: (writes) => tx.commitWith(writes),
            query: async (statement) => {
              if (statement.name === name) throw new Error('ended');
              return tx.query(statement);
            },
          }),
        options,
      ),
  };
}
