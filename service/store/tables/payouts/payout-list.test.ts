import { beforeAll, describe, expect, it } from 'vitest';
import type { PayoutFilter } from '../../../domain/payouts/payout.ts';
import { opened } from '../../../testing/opened.ts';
import { sql } from '../../../testing/sql.ts';
import { statementDatabases } from '../../../testing/test-db.ts';
import { atMinute, rowsReadBy } from '../../../testing/test-plan.ts';
import { createPayoutStore, payoutPage } from './payout.ts';

const EVERYTHING: PayoutFilter = {
  status: null,
  referenceId: null,
  from: null,
  until: null,
  after: null,
  limit: 11,
};

/** Of each of two companies; every hundredth waits for approval, the others are COMPLETED. */
const PAYOUTS = 5_000;

describe.each(statementDatabases())('a page of payouts on $engine', (database) => {
  const db = opened(database.openMigrated);
  beforeAll(async () => {
    await db.query({
      name: '',
      text: `INSERT INTO payouts (company_id, id, reference_id, status, is_sent, amount, fee,
          pix_key, pix_key_type, body_fingerprint, touched_at, created_at, updated_at)
        SELECT c, 'out_' || c || '_' || n, 'order-' || n,
          CASE n % 100 WHEN 0 THEN 'AWAITING_APPROVAL' ELSE 'COMPLETED' END, true, 1000, 100,
          'ana@example.com', 'EMAIL', ''::bytea, t, t, t
        FROM generate_series(1, ${PAYOUTS}) n, unnest(ARRAY['one', 'other']) c,
          LATERAL (SELECT $1::timestamptz + n * interval '1 minute' AS t) m`,
      values: [atMinute(0)],
    });
    await db.query({ name: '', text: 'ANALYZE payouts', values: [] });
  }, 60_000);

  it.each<[string, Partial<PayoutFilter>]>([
    ['no filter', {}],
    ['a common status', { status: 'COMPLETED' }],
    ['a status that is seldom', { status: 'AWAITING_APPROVAL' }],
    ['a status that nothing has', { status: 'REFUNDED' }],
    ['a reference', { referenceId: 'order-17' }],
    ['a period', { from: atMinute(17), until: atMinute(20) }],
    ['a place far down', { after: { createdAt: atMinute(40), id: 'out_one_40' } }],
    [
      'a status and a place',
      { status: 'AWAITING_APPROVAL', after: { createdAt: atMinute(900), id: 'out_one_900' } },
    ],
  ])('by %s reads no more rows than it needs', async (_name, asked) => {
    expect(await rowsReadBy(payoutPage('one', { ...EVERYTHING, ...asked }), db)).toBeLessThan(50);
  });

  it('begins right after its place, also among payouts of the same moment', async () => {
    await sql(db)`UPDATE payouts SET created_at = ${atMinute(7)}
      WHERE company_id = 'one' AND id IN ('out_one_7', 'out_one_8')`;
    const idsAfter = async (id: string) => {
      const after = { createdAt: atMinute(7), id };
      const page = await createPayoutStore(db).page('one', { ...EVERYTHING, after, limit: 2 });
      return page.map((payout) => payout.id);
    };
    expect(await idsAfter('out_one_7')).toEqual(['out_one_8', 'out_one_6']);
    expect(await idsAfter('out_one_8')).toEqual(['out_one_6', 'out_one_5']);
  });

  it('has those of many references at once, of its company alone', async () => {
    const found = await createPayoutStore(db).findByReferences('one', ['order-3', 'nothing', '"']);
    expect([...found].map(([reference, { id }]) => [reference, id])).toEqual([
      ['order-3', 'out_one_3'],
    ]);
  });
});
