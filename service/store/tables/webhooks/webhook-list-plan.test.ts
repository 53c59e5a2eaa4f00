import { beforeAll, describe, expect, it } from 'vitest';
import type { EventFilter } from '../../../domain/webhooks/webhook-list.ts';
import { opened } from '../../../testing/opened.ts';
import { sql } from '../../../testing/sql.ts';
import { statementDatabases } from '../../../testing/test-db.ts';
import { atMinute, rowsReadBy } from '../../../testing/test-plan.ts';
import { ensureMonth } from '../upkeep/archive-months.ts';
import { eventPage } from './webhook-list.ts';

const EVERYTHING: EventFilter = {
  event: null,
  status: null,
  transactionId: null,
  from: null,
  until: null,
  after: null,
  limit: 11,
};

/**
 * Of each of two companies. All but a few were delivered, and all but a few are approvals; those
 * few are the oldest.
 */
const EVENTS = 8_000;

describe.each(statementDatabases())('a page of events on $engine', (database) => {
  const db = opened(database.openMigrated);
  beforeAll(async () => {
    await db.query({
      name: '',
      text: `INSERT INTO webhook_events (company_id, id, transaction_id, sequence, event, receiver,
          url, body, status, attempts, created_at)
        SELECT c, 'evt_' || n, 'pay_' || n, 1,
          CASE n WHEN 7 THEN 'payin.chargeback' ELSE 'payin.approved' END, 'receiver', 'url', '{}',
          CASE n WHEN 3 THEN 'UNDELIVERED' WHEN 5 THEN 'PENDING' ELSE 'DELIVERED' END, '[]',
          $1::timestamptz + n * interval '1 minute'
        FROM generate_series(1, ${EVENTS}) n, unnest(ARRAY['one', 'other']) c`,
      values: [atMinute(0)],
    });
    // A year of months before, in the archive.
    for (let month = 0; month < 12; month += 1) {
      const since = new Date(Date.UTC(2026, month));
      await db.transaction((tx) => ensureMonth(tx, 'webhook_events_archive', since));
      await sql(db)`
        INSERT INTO webhook_events_archive (company_id, id, transaction_id, sequence, event,
        receiver, url, body, status, attempts, created_at)
        SELECT c, 'evt_old_' || n, 'pay_old_' || n, 1, 'payin.approved', 'receiver', 'url', '{}',
        'DELIVERED', '[]', ${since}::timestamptz + n * interval '1 minute'
        FROM generate_series(1, 1000) n, unnest(ARRAY['one', 'other']) c`;
    }
    for (const table of ['webhook_events', 'webhook_events_archive']) {
      await db.query({ name: '', text: `ANALYZE ${table}`, values: [] });
    }
  }, 60_000);

  it.each<[string, Partial<EventFilter>]>([
    ['no filter', {}],
    ['a common state', { status: 'DELIVERED' }],
    ['what was given up', { status: 'UNDELIVERED' }],
    ['what waits', { status: 'PENDING' }],
    ['a common type', { event: 'payin.approved' }],
    ['a seldom type', { event: 'payin.chargeback' }],
    ['a type that nothing has', { event: 'payout.failed' }],
    ['a common type and a seldom state', { event: 'payin.approved', status: 'UNDELIVERED' }],
    ['a transaction', { transactionId: 'pay_17' }],
    ['a period', { from: atMinute(17), until: atMinute(20) }],
    ['a place far down', { after: { createdAt: atMinute(40), id: 'evt_40' } }],
    ['a place in the archive', { after: { createdAt: new Date('2026-06-10Z'), id: '' } }],
    [
      'a type and a place',
      { event: 'payin.approved', after: { createdAt: atMinute(40), id: 'evt_40' } },
    ],
  ])('by %s reads no more rows than it needs', async (_name, asked) => {
    const page = eventPage('one', { ...EVERYTHING, ...asked });
    expect(await rowsReadBy(page, db)).toBeLessThan(50);
  });
});
