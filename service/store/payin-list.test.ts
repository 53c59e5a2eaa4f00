import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PayinFilter } from '../payins/payin-list.ts';
import type { Db } from '../shared/db.ts';
import { testDatabases } from '../testing/test-db.ts';
import { rowsReadBy } from '../testing/test-plan.ts';
import { payinPage } from './payin-list.ts';

const EVERYTHING: PayinFilter = {
  status: null,
  method: null,
  referenceId: null,
  from: null,
  until: null,
  after: null,
  limit: 11,
};

/** Of each of two companies; every hundredth is REFUNDED, the others are APPROVED. */
const PAYINS = 5_000;
const START = Date.UTC(2027, 0, 1);
function at(minute: number): Date {
  return new Date(START + minute * 60_000);
}

describe.each(testDatabases())('a page of payins on $engine', (database) => {
  let db: Db;
  beforeAll(async () => {
    db = await database.openMigrated();
    await db.query({
      name: '',
      text: `INSERT INTO payins (company_id, id, reference_id, attempt, holds_reference, status,
          charge_state, payment_method, amount, installments, body_fingerprint, customer, items,
          is_physical_product, payer_ip, reserved_at, created_at, updated_at)
        SELECT c, 'pay_' || c || '_' || n, 'order-' || n, 1, true,
          CASE n % 100 WHEN 0 THEN 'REFUNDED' ELSE 'APPROVED' END, 'decided', 'CREDIT_CARD', 1000, 1,
          ''::bytea, '{}'::jsonb, '[]'::jsonb, false, '', t, t, t
        FROM generate_series(1, ${PAYINS}) n, unnest(ARRAY['one', 'other']) c,
          LATERAL (SELECT $1::timestamptz + n * interval '1 minute' AS t) m`,
      values: [at(0)],
    });
    await db.query({ name: '', text: 'ANALYZE payins', values: [] });
  }, 60_000);
  afterAll(() => db.close());

  it.each<[string, Partial<PayinFilter>]>([
    ['no filter', {}],
    ['a common status', { status: 'APPROVED' }],
    ['a status that is seldom', { status: 'REFUNDED' }],
    ['a status that nothing has', { status: 'MED' }],
    ['a reference', { referenceId: 'order-17' }],
    ['a period', { from: at(17), until: at(20) }],
    ['a method', { method: 'CREDIT_CARD' }],
    ['a place far down', { after: { createdAt: at(40), id: 'pay_one_40' } }],
    [
      'a status and a place',
      { status: 'REFUNDED', after: { createdAt: at(900), id: 'pay_one_900' } },
    ],
  ])('by %s reads no more rows than it needs', async (_name, asked) => {
    const read = await rowsReadBy(payinPage('one', { ...EVERYTHING, ...asked }), db);
    expect(read).toBeLessThan(50);
  });

  it('begins right after its place, also among payins of the same moment', async () => {
    await db.query({
      name: '',
      text: `UPDATE payins SET created_at = $1 WHERE company_id = 'one' AND id IN ('pay_one_7', 'pay_one_8')`,
      values: [at(7)],
    });
    const idsAfter = async (id: string) => {
      const after = { createdAt: at(7), id };
      const rows = await db.query<{ id: string }>(
        payinPage('one', { ...EVERYTHING, after, limit: 2 }),
      );
      return rows.map((row) => row.id);
    };
    expect(await idsAfter('pay_one_8')).toEqual(['pay_one_7', 'pay_one_6']);
    expect(await idsAfter('pay_one_7')).toEqual(['pay_one_6', 'pay_one_5']);
  });
});
