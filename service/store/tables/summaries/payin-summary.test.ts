import { beforeAll, describe, expect, it } from 'vitest';
import type { Db } from '../../../base/shared/db.ts';
import { lastDays } from '../../../domain/summaries/calendar.ts';
import type { MethodNumbers } from '../../../domain/summaries/payin-summary.ts';
import { approvalRate, readPayinSummary } from '../../../domain/summaries/payin-summary.ts';
import { opened } from '../../../testing/opened.ts';
import { sql } from '../../../testing/sql.ts';
import { statementDatabases } from '../../../testing/test-db.ts';
import { rowsReadBy } from '../../../testing/test-plan.ts';
import {
  countAuthentications,
  countDeclines,
  countPayins,
  createPayinSummaryStore,
} from './payin-summary.ts';

/** The evening of the 23rd in São Paulo; in Greenwich it is the 24th already. */
const NOW = new Date('2026-11-24T01:30:00Z');
const DAYS = lastDays(NOW, 30);
const NOTHING: MethodNumbers = { approved: 0, approvedAmount: 0, refused: 0, unpaid: 0, open: 0 };

type Row = [at: string, method: string, status: string, amount: number, rest?: Partial<Rest>];
type Rest = { company: string; charge: string; reason: string; id: string };

const PAYINS: readonly Row[] = [
  // The last moment of the day before the first, and the first moment of the first.
  ['2026-10-25T02:59:59.999Z', 'PIX', 'APPROVED', 7_000],
  ['2026-10-25T03:00:00Z', 'PIX', 'APPROVED', 100],
  // The last moment of yesterday, the first of today, and of tomorrow.
  ['2026-11-23T02:59:59.999Z', 'PIX', 'APPROVED', 20],
  ['2026-11-23T03:00:00Z', 'PIX', 'APPROVED', 3],
  ['2026-11-24T02:59:59.999Z', 'PIX', 'PENDING', 1],
  ['2026-11-24T03:00:00Z', 'PIX', 'APPROVED', 8_000],
  // Money that went back was sold first.
  ['2026-11-23T12:00:00Z', 'CREDIT_CARD', 'REFUNDED', 1_000],
  ['2026-11-23T12:00:00Z', 'CREDIT_CARD', 'CHARGEBACK', 2_000],
  ['2026-11-23T12:00:00Z', 'PIX', 'MED', 500],
  ['2026-11-23T12:00:00Z', 'CREDIT_CARD', 'APPROVED', 99_999_999_999],
  ['2026-11-23T12:00:00Z', 'CREDIT_CARD', 'FAILED', 10],
  ['2026-11-23T12:00:00Z', 'CREDIT_CARD', 'REFUSED', 10, { reason: 'card_expired' }],
  ['2026-11-23T12:00:00Z', 'CREDIT_CARD', 'REFUSED', 10, { reason: 'invalid_cvv', id: 'later' }],
  ['2026-11-23T12:00:00Z', 'CREDIT_CARD', 'PENDING_3DS', 10],
  ['2026-11-22T12:00:00Z', 'BOLETO', 'EXPIRED', 10],
  ['2026-11-22T12:00:00Z', 'OPEN_FINANCE', 'CANCELED', 10],
  // Nobody was told of it, and it is another company's.
  ['2026-11-23T12:00:00Z', 'PIX', 'PENDING', 10, { charge: 'reserved' }],
  ['2026-11-23T12:00:00Z', 'PIX', 'APPROVED', 10, { company: 'other' }],
];

const DECLINES: readonly [at: string, payin: string, code: string, reason: string | null][] = [
  ['2026-11-23T12:00:00Z', 'gone-1', 'PAYER_LIMIT_REJECTED', 'insufficient_funds'],
  ['2026-11-22T12:00:00Z', 'gone-2', 'PAYER_LIMIT_REJECTED', null],
  ['2026-11-22T12:00:00Z', 'gone-3', 'REJECTED_BY_RISK', 'suspected_fraud'],
  // Of a payin that was acknowledged, and is counted as such.
  ['2026-11-23T12:00:00Z', 'later', 'INVALID_CVV', 'invalid_cvv'],
  ['2026-10-25T02:59:59.999Z', 'gone-4', 'INVALID_CVV', 'invalid_cvv'],
];

const AUTHENTICATIONS: readonly [at: string, status: string, isChallenged: boolean | null][] = [
  ['2026-10-25T02:59:59.999Z', 'FAILED', true],
  ['2026-10-25T03:00:00Z', 'FAILED', null],
  ['2026-11-23T12:00:00Z', 'AUTHENTICATED', true],
  ['2026-11-23T12:00:00Z', 'AUTHENTICATED', false],
  ['2026-11-23T12:00:00Z', 'EXPIRED', null],
  ['2026-11-24T03:00:00Z', 'OPEN', null],
];

describe.each(statementDatabases())('what payins come to, on $engine', (database) => {
  const db = opened(database.openMigrated);
  beforeAll(async () => {
    for (const [index, [at, method, status, amount, rest = {}]] of PAYINS.entries()) {
      const { company = 'one', charge = 'decided', reason = null, id = `pay_${index}` } = rest;
      await insertPayin(db, [company, id, status, charge, method, amount, at, reason]);
    }
    for (const [at, payin, code, reason] of DECLINES) {
      await db.query({
        name: '',
        text: `INSERT INTO declines (company_id, payin_id, reference_id, body_fingerprint, code,
            reason, decided_by, amount, card_brand, card_last4, created_at)
          VALUES ('one', $1, $1, ''::bytea, $2, $3, 'issuer', 100, 'visa', '1111', $4)`,
        values: [payin, code, reason, new Date(at)],
      });
    }
    for (const [index, [at, status, isChallenged]] of AUTHENTICATIONS.entries()) {
      await db.query({
        name: '',
        text: `INSERT INTO authentications (company_id, id, flow, amount, installments,
            reference_id, card_fingerprint, provider, session, transaction_id, status,
            is_challenged, created_at, expires_at)
          VALUES ('one', $1, 'pre-order', 1, 1, $1, ''::bytea, 'sandbox', '', $1, $2, $3, $4, $4)`,
        values: [`tds_${index}`, status, isChallenged, new Date(at)],
      });
    }
  }, 60_000);

  const read = (companyId: string) =>
    readPayinSummary(companyId, DAYS, createPayinSummaryStore(db));

  it('is told of the days of the calendar in São Paulo, by method', async () => {
    const { days } = await read('one');
    expect(days).toHaveLength(30);
    const told = new Map(days.map(({ day, byMethod }) => [day, byMethod]));
    expect(told.get('2026-10-25')?.PIX).toEqual({ ...NOTHING, approved: 1, approvedAmount: 100 });
    expect(told.get('2026-11-22')).toEqual({
      PIX: { ...NOTHING, approved: 1, approvedAmount: 20 },
      BOLETO: { ...NOTHING, unpaid: 1 },
      CREDIT_CARD: { ...NOTHING, refused: 2 },
      OPEN_FINANCE: { ...NOTHING, unpaid: 1 },
    });
    expect(told.get('2026-11-23')).toEqual({
      PIX: { ...NOTHING, approved: 2, approvedAmount: 503, open: 1 },
      BOLETO: NOTHING,
      CREDIT_CARD: { approved: 3, approvedAmount: 100_000_002_999, refused: 4, unpaid: 0, open: 1 },
      OPEN_FINANCE: NOTHING,
    });
  });

  it('is told of all days together, with reasons, disputes and authentications', async () => {
    const { byMethod, refusals, disputed, authentications } = await read('one');
    expect(byMethod.PIX).toEqual({ ...NOTHING, approved: 4, approvedAmount: 623, open: 1 });
    expect(byMethod.CREDIT_CARD).toMatchObject({ approved: 3, refused: 6 });
    expect(refusals).toEqual([
      { reason: 'insufficient_funds', count: 2 },
      { reason: 'card_expired', count: 1 },
      { reason: 'invalid_cvv', count: 1 },
      { reason: 'suspected_fraud', count: 1 },
    ]);
    expect(disputed).toEqual({ count: 2, amount: 2_500 });
    expect(authentications).toHaveLength(4);
    expect(authentications).toEqual(
      expect.arrayContaining([
        { status: 'AUTHENTICATED', isChallenged: true, count: 1 },
        { status: 'AUTHENTICATED', isChallenged: false, count: 1 },
        { status: 'FAILED', isChallenged: null, count: 1 },
        { status: 'EXPIRED', isChallenged: null, count: 1 },
      ]),
    );
  });

  it.each([
    ['payins', countPayins],
    ['declines', countDeclines],
    ['authentications', countAuthentications],
  ])('counts %s without reading those of other days', async (_name, count) => {
    // Ten a day for 400 days, of two companies.
    await sql(db)`INSERT INTO payins (company_id, id, reference_id, holds_reference, status,
      charge_state, payment_method, amount, installments, body_fingerprint, customer, items,
      is_physical_product, payer_ip, reserved_at, created_at, updated_at)
      SELECT c, 'many_' || n, 'many-' || n, true, 'APPROVED', 'decided', 'PIX', 1000, 1,
      ''::bytea, '{}'::jsonb, '[]'::jsonb, false, '', t, t, t
      FROM generate_series(1, 4000) n, unnest(ARRAY['busy', 'busier']) c,
      LATERAL (SELECT ${NOW}::timestamptz - n * interval '144 minutes' AS t) m
      ON CONFLICT DO NOTHING`;
    await db.query({ name: '', text: 'ANALYZE payins', values: [] });
    const [{ day = '' } = {}] = DAYS;
    expect(day).toBe('2026-10-25');
    const counted = await createPayinSummaryStore(db).payins('busy', DAYS);
    const inPeriod = counted.reduce((sum, one) => sum + one.count, 0);
    expect(inPeriod).toBeGreaterThan(290);
    expect(inPeriod).toBeLessThan(301);
    // The days themselves are read as well.
    expect(await rowsReadBy(count('busy', DAYS), db)).toBeLessThan(inPeriod + 100);
  });
});

it('the rate of approval is of what was decided, and unknown where nothing was', () => {
  expect(approvalRate({ approved: 3, refused: 1 })).toBe(0.75);
  expect(approvalRate({ approved: 0, refused: 2 })).toBe(0);
  expect(approvalRate({ approved: 0, refused: 0 })).toBeNull();
});

async function insertPayin(
  db: Db,
  [company, id, status, charge, method, amount, at, reason]: [
    ...[string, string, string, string, string, number, string],
    string | null,
  ],
) {
  await db.query({
    name: '',
    text: `INSERT INTO payins (company_id, id, reference_id, holds_reference, status,
        charge_state, payment_method, amount, installments, body_fingerprint, customer, items,
        is_physical_product, payer_ip, decline_reason, reserved_at, created_at, updated_at)
      VALUES ($1, $2, $2, true, $3, $4, $5, $6, 1, ''::bytea, '{}'::jsonb, '[]'::jsonb, false,
        '', $8, $7, $7, $7)`,
    values: [company, id, status, charge, method, amount, new Date(at), reason],
  });
}
