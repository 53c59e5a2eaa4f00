import { beforeAll, describe, expect, it } from 'vitest';
import type { PayinFilter } from '../../../domain/payins/payin-list.ts';
import { opened } from '../../../testing/opened.ts';
import { sql } from '../../../testing/sql.ts';
import { statementDatabases } from '../../../testing/test-db.ts';
import { atMinute, rowsReadBy } from '../../../testing/test-plan.ts';
import {
  createPayinListStore,
  endOfPoll,
  LOOKED_THROUGH,
  payinPage,
  payinPoll,
} from './payin-list.ts';

const EVERYTHING: PayinFilter = {
  status: null,
  method: null,
  key: null,
  from: null,
  until: null,
  after: null,
  limit: 11,
};

/**
 * Of each of two companies; every hundredth is REFUNDED, the others are APPROVED. All are of one
 * amount but one, and of one customer but one in fifty.
 */
const PAYINS = 8_000;
/** An index without the id is sorted by it as it is read: one row more says that a moment is over. */
const READ_AT_MOST = LOOKED_THROUGH + 1;

describe.each(statementDatabases())('a page of payins on $engine', (database) => {
  const db = opened(database.openMigrated);
  beforeAll(async () => {
    await db.query({
      name: '',
      text: `INSERT INTO payins (company_id, id, reference_id, holds_reference, status,
          charge_state, payment_method, amount, installments, body_fingerprint, customer, items,
          is_physical_product, payer_ip, external_id, card_last4, reserved_at, created_at, updated_at)
        SELECT c, 'pay_' || c || '_' || n, 'order-' || n, true,
          CASE n % 100 WHEN 0 THEN 'REFUNDED' ELSE 'APPROVED' END, 'decided',
          CASE n WHEN 17 THEN 'BOLETO' ELSE 'CREDIT_CARD' END, CASE n WHEN 18 THEN 77 ELSE 1000 END, 1,
          ''::bytea, jsonb_build_object('document', 'doc-' || CASE n % 50 WHEN 0 THEN n ELSE 1 END,
            'email', 'Ana' || CASE n % 50 WHEN 0 THEN n ELSE 1 END || '@Example.com'),
          '[]'::jsonb, false, '', 'ext-' || n, lpad((n % 2000)::text, 4, '0'), t, t, t
        FROM generate_series(1, ${PAYINS}) n, unnest(ARRAY['one', 'other']) c,
          LATERAL (SELECT $1::timestamptz + n * interval '1 minute' AS t) m`,
      values: [atMinute(0)],
    });
    await db.query({ name: '', text: 'ANALYZE payins', values: [] });
  }, 60_000);

  it.each<[string, Partial<PayinFilter>]>([
    ['no filter', {}],
    ['a common status', { status: 'APPROVED' }],
    ['a status that is seldom', { status: 'REFUNDED' }],
    ['a status that nothing has', { status: 'MED' }],
    ['a reference', { key: { by: 'reference', value: 'order-17' } }],
    ['a period', { from: atMinute(17), until: atMinute(20) }],
    ['a method', { method: 'CREDIT_CARD' }],
    ['a place far down', { after: { createdAt: atMinute(40), id: 'pay_one_40' } }],
    [
      'a status and a place',
      { status: 'REFUNDED', after: { createdAt: atMinute(900), id: 'pay_one_900' } },
    ],
    ['an id', { key: { by: 'id', value: 'pay_one_17' } }],
    ['what its provider calls it', { key: { by: 'externalId', value: 'ext-17' } }],
    ["a seldom customer's document", { key: { by: 'document', value: 'doc-50' } }],
    ["a constant customer's document", { key: { by: 'document', value: 'doc-1' } }],
    ['a document that nobody has', { key: { by: 'document', value: 'doc-2' } }],
    ['an e-mail address', { key: { by: 'email', value: 'ana100@EXAMPLE.com' } }],
    ["a constant customer's e-mail address", { key: { by: 'email', value: 'ana1@example.com' } }],
    ['the end of a card', { key: { by: 'cardLast4', value: '0017' } }],
    ['an amount', { key: { by: 'amount', value: '77' } }],
    ['an amount that most have', { key: { by: 'amount', value: '1000' } }],
    [
      'an amount that most have and a place',
      {
        key: { by: 'amount', value: '1000' },
        after: { createdAt: atMinute(900), id: 'pay_one_900' },
      },
    ],
    [
      'a document and a period',
      { key: { by: 'document', value: 'doc-1' }, from: atMinute(17), until: atMinute(20) },
    ],
    ['a seldom method', { method: 'BOLETO' }],
    ['a method that nothing has', { method: 'PIX' }],
    ['a status of what waits', { status: 'PENDING' }],
  ])('by %s reads no more rows than it needs', async (_name, asked) => {
    const filter = { ...EVERYTHING, ...asked };
    expect(await rowsReadBy(payinPage('one', filter), db)).toBeLessThan(50);
    expect(await rowsReadBy(payinPoll('one', filter), db)).toBeLessThan(50);
  });

  it.each<[string, Partial<PayinFilter>]>([
    ['an amount that most have', { key: { by: 'amount', value: '1000' }, status: 'MED' }],
    ['a part that nobody has', { key: { by: 'part', value: 'zuleica' } }],
    [
      'a beginning that no order has',
      { key: { by: 'start', value: 'other-' }, status: 'APPROVED' },
    ],
    ['a method that most have', { method: 'CREDIT_CARD', status: 'CANCELED' }],
    ['a status that most have', { method: 'OPEN_FINANCE', status: 'APPROVED' }],
  ])('by %s and what nothing has looks through so many and no more', async (_name, asked) => {
    const filter = { ...EVERYTHING, ...asked };
    expect(await rowsReadBy(payinPoll('one', filter), db)).toBeLessThanOrEqual(READ_AT_MOST);
    expect(await rowsReadBy(endOfPoll('one', filter), db)).toBeLessThanOrEqual(READ_AT_MOST);
  });

  it('goes on where a look was cut short, until everything was looked at', async () => {
    const lists = createPayinListStore(db);
    const filter: PayinFilter = {
      ...EVERYTHING,
      key: { by: 'amount', value: '1000' },
      method: 'BOLETO',
    };
    const found: string[] = [];
    const ends: (string | undefined)[] = [];
    let after: PayinFilter['after'] = null;
    do {
      const { payins, goesOnAfter } = await lists.look('one', { ...filter, after });
      found.push(...payins.map(({ id }) => id));
      ends.push(goesOnAfter?.id);
      after = goesOnAfter;
    } while (after !== null);
    expect(found).toEqual(['pay_one_17']);
    expect(ends).toEqual(['pay_one_6001', 'pay_one_4001', 'pay_one_2001', undefined]);
  });

  it('says where the next begins where it is full, and nothing where it is the last', async () => {
    const lists = createPayinListStore(db);
    const filter = { ...EVERYTHING, status: 'REFUNDED', limit: 50 } as const;
    const first = await lists.look('one', filter);
    expect(first.payins.at(-1)?.id).toBe('pay_one_3100');
    expect(first.goesOnAfter).toEqual({ createdAt: atMinute(3_100), id: 'pay_one_3100' });
    const second = await lists.look('one', { ...filter, after: first.goesOnAfter });
    expect(second.payins).toHaveLength(30);
    expect(second.goesOnAfter).toBeNull();
    const exact = await lists.look('one', { ...filter, limit: 80 });
    expect([exact.payins.length, exact.goesOnAfter]).toEqual([80, null]);
  });

  it('finds an address whatever letters it is written in, and nothing by a pattern', async () => {
    const idsBy = async (value: string) => {
      const key = { by: 'email', value } as const;
      return (await createPayinListStore(db).page('one', { ...EVERYTHING, key })).map(
        ({ id }) => id,
      );
    };
    expect(await idsBy('ANA100@example.COM')).toEqual(['pay_one_100']);
    for (const value of ['ana100@', '%@example.com', 'ana10_@example.com', "'; --", '\\']) {
      expect(await idsBy(value)).toEqual([]);
    }
  });

  it('finds by a part what is among those looked at, in any letters, and takes it as it stands', async () => {
    await sql(db)`UPDATE payins SET customer = customer || '{"name": "JOÃO d''Ávila"}'
      WHERE id = 'pay_one_6490'`;
    const idsBy = async (by: 'start' | 'part', value: string) =>
      (
        await createPayinListStore(db).look('one', { ...EVERYTHING, key: { by, value } })
      ).payins.map(({ id }) => id);
    for (const value of ['joao', 'João D', "d'avila", 'ÁVILA']) {
      expect(await idsBy('part', value), value).toEqual(['pay_one_6490']);
      expect(await idsBy('start', value), value).toEqual([]);
    }
    expect(await idsBy('part', 'a6450@exam')).toEqual(['pay_one_6450']);
    for (const by of ['start', 'part'] as const) {
      expect(await idsBy(by, 'order-6499')).toEqual(['pay_one_6499']);
      expect((await idsBy(by, 'order-649')).length).toBeGreaterThan(5);
      for (const value of ['rder-64', 'order-649_', 'jo%o', "'; --", '\\']) {
        expect(await idsBy(by, value), value).toEqual([]);
      }
    }
  });

  it('finds nothing of another company', async () => {
    const lists = createPayinListStore(db);
    const ids = async (key: PayinFilter['key']) =>
      (await lists.look('one', { ...EVERYTHING, key })).payins.map(({ id }) => id);
    expect(await ids({ by: 'id', value: 'pay_other_17' })).toEqual([]);
    expect(await ids({ by: 'externalId', value: 'ext-17' })).toEqual(['pay_one_17']);
  });

  it('begins right after its place, also among payins of the same moment', async () => {
    await sql(db)`UPDATE payins SET created_at = ${atMinute(7)} WHERE company_id = 'one'
      AND id IN ('pay_one_7', 'pay_one_8')`;
    const idsAfter = async (id: string) => {
      const after = { createdAt: atMinute(7), id };
      const rows = await db.query<{ id: string }>(
        payinPage('one', { ...EVERYTHING, after, limit: 2 }),
      );
      return rows.map((row) => row.id);
    };
    expect(await idsAfter('pay_one_8')).toEqual(['pay_one_7', 'pay_one_6']);
    expect(await idsAfter('pay_one_7')).toEqual(['pay_one_6', 'pay_one_5']);
  });
});
