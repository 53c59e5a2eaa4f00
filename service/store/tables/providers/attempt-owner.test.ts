import { beforeAll, describe, expect, it } from 'vitest';
import type { Statement } from '../../../base/shared/db.ts';
import { attemptKeyOf } from '../../../providers/attempt-key.ts';
import { opened } from '../../../testing/opened.ts';
import { statementDatabases } from '../../../testing/test-db.ts';
import { rowsReadBy } from '../../../testing/test-plan.ts';
import { createAttemptOwnerStore } from './attempt-owner.ts';

/** Each has an underscore in its name, and many are the beginning of another's. */
const COMPANIES = 10_000;
/** Of each company. */
const ORDERS = 3;
/** Of one statement that fills a table. */
const FILL_DEADLINE_MS = 60_000;
const NOW = new Date('2027-01-01T12:00:00Z');
/** What is random in the id of order 2 of company `c_17`; the others' are as long. */
const RANDOM = `c_17${'-'.repeat(15)}02A`;
const NOBODYS = 'f'.repeat(32);

describe.each(statementDatabases())('whose an attempt is, on $engine', (database) => {
  const db = opened(database.openMigrated);
  let asked: Statement[] = [];

  beforeAll(async () => {
    const run = (text: string) =>
      db.session((session) => session.query({ name: '', text, values: [] }), {
        deadlineMs: FILL_DEADLINE_MS,
      });
    const now = `'${NOW.toISOString()}'::timestamptz`;
    const random = `lpad('', 19 - length(c), '-') || lpad(n::text, 2, '0') || 'A'`;
    const each = `generate_series(1, ${ORDERS}) n,
      (SELECT 'c_' || i AS c FROM generate_series(1, ${COMPANIES}) i) s`;
    await run(`INSERT INTO companies (company_id, company_name, kyc_status, blocked, sandbox, traits,
        origins, created_at)
      SELECT 'c_' || i, 'Loja', 'approved', false, true, '{}', '[]', ${now}
      FROM generate_series(1, ${COMPANIES}) i`);
    await run(`INSERT INTO payins (company_id, id, reference_id, holds_reference, status,
        charge_state, payment_method, amount, installments, body_fingerprint, customer, items,
        is_physical_product, payer_ip, provider, reserved_at, created_at, updated_at)
      SELECT c, 'pay_' || c || '_' || c || ${random}, 'order-' || n, true, 'PENDING',
        'awaiting_payment', 'PIX', 1000, 1, ''::bytea, '{}'::jsonb, '[]'::jsonb, false, '', 'efi',
        ${now}, ${now}, ${now} FROM ${each}`);
    await run(`INSERT INTO payouts (company_id, id, reference_id, status, is_sent, amount, fee, pix_key,
        pix_key_type, body_fingerprint, created_by, provider, touched_at, created_at, updated_at)
      SELECT c, 'out_' || c || '_' || c || ${random}, 'order-' || n, 'PENDING', true, 1000, 0, 'k',
        'EVP', ''::bytea, 'key', 'efi', ${now}, ${now}, ${now} FROM ${each}`);
    for (const table of ['companies', 'payins', 'payouts']) await run(`ANALYZE ${table}`);
  }, 120_000);

  function openStore() {
    asked = [];
    return createAttemptOwnerStore({
      ...db,
      query(statement, options) {
        asked.push(statement);
        return db.query<never>(statement, options);
      },
    });
  }

  it.each([
    ['payin', 'pay'],
    ['payout', 'out'],
  ] as const)('is found of a %s, in one statement that reads no more', async (of, prefix) => {
    const key = attemptKeyOf(`${prefix}_c_17_${RANDOM}`);
    const store = openStore();
    expect(await store.find(of, key)).toBe('c_17');
    expect(await store.find(of, key.toUpperCase())).toBe('c_17');
    expect(await store.find(of, NOBODYS)).toBeNull();
    expect(asked).toHaveLength(3);
    for (const statement of asked) {
      expect(await rowsReadBy(statement, db)).toBeLessThanOrEqual(1);
    }
  });

  it.each(['', 'f'.repeat(31), 'f'.repeat(33), `${'f'.repeat(31)}%`, "' OR 1=1 --"])(
    'is nobody where the key is none, and nothing is asked: %j',
    async (key) => {
      expect(await openStore().find('payin', key)).toBeNull();
      expect(asked).toEqual([]);
    },
  );
});
