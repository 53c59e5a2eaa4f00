import { beforeAll, describe, expect, it } from 'vitest';
import type { Db, SqlValue, Statement } from '../../../base/shared/db.ts';
import { findAttention, findServiceAttention, MANY } from '../../../domain/summaries/attention.ts';
import { opened } from '../../../testing/opened.ts';
import { statementDatabases } from '../../../testing/test-db.ts';
import { rowsReadBy } from '../../../testing/test-plan.ts';
import { createAttentionStore } from './attention.ts';

const NOW = new Date('2026-11-24T12:00:00Z');
const NOTHING = { count: 0, since: null };
const DAY_MS = 24 * 60 * 60 * 1000;
const YESTERDAY = new Date(NOW.getTime() - DAY_MS);

function waitingOf(count: number, since = NOW) {
  return { count, since };
}

describe.each(statementDatabases())('what waits for a person, on $engine', (database) => {
  const db = opened(database.openMigrated);
  const run = (text: string, values: SqlValue[] = []) => db.query({ name: '', text, values });
  beforeAll(async () => {
    await run(
      `INSERT INTO payouts (company_id, id, reference_id, status, is_sent, amount, fee, pix_key,
          pix_key_type, body_fingerprint, touched_at, created_at, updated_at)
        SELECT c, 'out_' || n, 'out-' || n,
          (ARRAY['AWAITING_APPROVAL', 'PENDING', 'COMPLETED', 'CANCELED'])[n % 4 + 1], false, 100, 0,
          '', 'EMAIL', ''::bytea, $1, $1, $1
        FROM generate_series(1, 8) n, unnest(ARRAY['one', 'other']) c`,
      [NOW],
    );
    await run(
      `INSERT INTO webhook_events (company_id, id, transaction_id, sequence, event, receiver, url,
          body, status, attempts, created_at)
        SELECT 'one', 'evt_' || n, 'pay_' || n, 1, 'payin.approved', '', '', '',
          (ARRAY['DELIVERED', 'PENDING', 'UNDELIVERED'])[n % 3 + 1], '[]'::jsonb, $1
        FROM generate_series(1, ${3 * MANY + 30}) n`,
      [NOW],
    );
    await run(
      `INSERT INTO payins (company_id, id, reference_id, holds_reference, status,
          charge_state, payment_method, amount, installments, body_fingerprint, customer, items,
          is_physical_product, payer_ip, reserved_at, created_at, updated_at)
        SELECT 'one', 'pay_' || state, state, true, 'PENDING', state, 'PIX', 1, 1, ''::bytea,
          '{}'::jsonb, '[]'::jsonb, false, '', $1, $1, $1
        FROM unnest(ARRAY['unknown', 'awaiting_payment', 'decided', 'charging']) state`,
      [NOW],
    );
    await run(
      `UPDATE payins SET dispute = jsonb_build_object('at', $1::text, 'answerBy', $2::text, 'status',
          CASE id WHEN 'pay_unknown' THEN 'lost' ELSE 'open' END)
        WHERE id = ANY (ARRAY['pay_decided', 'pay_unknown'])`,
      [NOW.toISOString(), YESTERDAY.toISOString()],
    );
    await run(
      `UPDATE payins SET dispute = jsonb_build_object('at', $1::text, 'answerBy', NULL,
          'status', 'open') WHERE id = 'pay_charging'`,
      [NOW.toISOString()],
    );
    await run(
      `INSERT INTO reversals (company_id, payin_id, id, provider, external_id, amount, begun_at,
          done_at)
        VALUES ('one', 'a', 'a', 'sandbox', 'a', 1, $1, NULL),
          ('one', 'b', 'b', 'sandbox', 'b', 1, $1, $1)`,
      [NOW],
    );
    // One that waits, and one whose payin has been decided since.
    await run(
      `INSERT INTO underpayments (company_id, payin_id, paid_amount, found_at)
        VALUES ('one', 'pay_awaiting_payment', 1, $1), ('one', 'pay_decided', 1, $1),
          ('other', 'pay_awaiting_payment', 1, $1)`,
      [NOW],
    );
    for (const [company, provider, days] of [
      ['one', 'later', 31],
      ['one', 'soon', 30],
      ['one', 'ended', -1],
      ['other', 'soon', 1],
      ['one', 'endless', null],
    ] as const) {
      const endsAt = days === null ? null : new Date(NOW.getTime() + days * DAY_MS);
      await run(
        `INSERT INTO provider_credentials (company_id, provider, environment, sealed_settings,
            certificate_ends_at, sealed_notice_secret, notice_secret_hash, version, created_at)
          VALUES ($1, $2, 'sandbox', ''::bytea, $3, ''::bytea, ''::bytea, 1, $4)`,
        [company, provider, endsAt, NOW],
      );
    }
  }, 60_000);

  const find = (companyId: string) =>
    findAttention(companyId, NOW, { attention: createAttentionStore(db) });

  it("is the company's own, and counted up to what one can work through", async () => {
    expect(await find('one')).toEqual({
      payoutsToApprove: waitingOf(2),
      undeliveredEvents: waitingOf(MANY),
      unknownCharges: waitingOf(1),
      orphans: waitingOf(1),
      underpaid: waitingOf(1),
      disputes: { ...waitingOf(2), answerBy: YESTERDAY },
      certificatesEnding: [
        { provider: 'ended', endsAt: new Date(NOW.getTime() - DAY_MS) },
        { provider: 'soon', endsAt: new Date(NOW.getTime() + 30 * DAY_MS) },
      ],
    });
    expect(await find('other')).toMatchObject({
      payoutsToApprove: waitingOf(2),
      undeliveredEvents: NOTHING,
      certificatesEnding: [{ provider: 'soon' }],
    });
  });

  it('is nothing for a company that has nothing', async () => {
    expect(await find('nobody')).toEqual({
      payoutsToApprove: NOTHING,
      undeliveredEvents: NOTHING,
      unknownCharges: NOTHING,
      orphans: NOTHING,
      underpaid: NOTHING,
      disputes: { ...NOTHING, answerBy: null },
      certificatesEnding: [],
    });
  });

  describe('for those who run the service', () => {
    beforeAll(async () => {
      await run(
        `INSERT INTO companies (company_id, company_name, kyc_status, blocked, sandbox, traits,
            origins, created_at)
          SELECT c, initcap(c), 'approved', false, true, '{}', '[]', $1
          FROM unnest(ARRAY['one', 'other', 'quiet']) c`,
        [NOW],
      );
      await run(
        `INSERT INTO reversals (company_id, payin_id, id, provider, external_id, amount, begun_at)
          SELECT 'other', 'pay_' || n, 'rev_' || n, 'sandbox', 'x', 1,
            CASE n WHEN 2 THEN $2::timestamptz ELSE $1::timestamptz END
          FROM generate_series(1, 3) n`,
        [NOW, YESTERDAY],
      );
    });
    const findAll = () => findServiceAttention({ attention: createAttentionStore(db) });

    it('is told by company, and says where it was not counted to the end', async () => {
      const { companies, ...all } = await findAll();
      const ofOne = {
        ...{ unknownCharges: waitingOf(1), orphans: waitingOf(1), underpaid: waitingOf(1) },
        undeliveredEvents: waitingOf(MANY),
      };
      expect(companies).toEqual([
        { companyId: 'one', companyName: 'One', ...ofOne },
        {
          companyId: 'other',
          companyName: 'Other',
          unknownCharges: NOTHING,
          orphans: waitingOf(3, YESTERDAY),
          underpaid: NOTHING,
          undeliveredEvents: NOTHING,
        },
      ]);
      expect(all).toEqual({
        hasMoreCompanies: false,
        unknownCharges: { ...waitingOf(1), isCut: false },
        // Since the first of all companies.
        orphans: { ...waitingOf(4, YESTERDAY), isCut: false },
        underpaid: { ...waitingOf(1), isCut: false },
        undeliveredEvents: { ...waitingOf(MANY), isCut: true },
      });
    });

    it('tells of the first companies where very many have something', async () => {
      await run(
        `INSERT INTO companies (company_id, company_name, kyc_status, blocked, sandbox, traits,
            origins, created_at)
          SELECT 'z' || n, 'Z', 'approved', false, true, '{}', '[]', $1
          FROM generate_series(1, 60) n`,
        [NOW],
      );
      await run(
        `INSERT INTO reversals (company_id, payin_id, id, provider, external_id, amount, begun_at)
          SELECT 'z' || n, 'pay', 'rev', 'sandbox', 'x', 1, $1 FROM generate_series(1, 60) n`,
        [NOW],
      );
      const { companies, hasMoreCompanies, orphans, unknownCharges } = await findAll();
      expect(companies).toHaveLength(50);
      expect(hasMoreCompanies).toBe(true);
      expect(orphans).toEqual({ ...waitingOf(4 + 48, YESTERDAY), isCut: true });
      expect(unknownCharges).toEqual({ ...waitingOf(1), isCut: true });
    });

    it('reads nothing of the payments, events and charges that nobody waits for', async () => {
      await run(
        `INSERT INTO payins (company_id, id, reference_id, holds_reference, status,
            charge_state, payment_method, amount, installments, body_fingerprint, customer, items,
            is_physical_product, payer_ip, reserved_at, created_at, updated_at)
          SELECT c, 'old_' || n, 'old_' || n, true, 'APPROVED', 'decided', 'PIX', 1, 1,
            ''::bytea, '{}'::jsonb, '[]'::jsonb, false, '', $1, $1, $1
          FROM generate_series(1, 4000) n, unnest(ARRAY['one', 'quiet']) c`,
        [NOW],
      );
      await run(
        `INSERT INTO webhook_events (company_id, id, transaction_id, sequence, event, receiver, url,
            body, status, attempts, created_at)
          SELECT 'quiet', 'evt_' || n, 'pay_' || n, 1, 'payin.approved', '', '', '', 'DELIVERED',
            '[]'::jsonb, $1
          FROM generate_series(1, 4000) n`,
        [NOW],
      );
      await run(
        `INSERT INTO reversals (company_id, payin_id, id, provider, external_id, amount, begun_at,
            done_at)
          SELECT 'quiet', 'pay_' || n, 'rev_' || n, 'sandbox', 'x', 1, $1, $1
          FROM generate_series(1, 4000) n`,
        [NOW],
      );
      for (const table of ['payins', 'webhook_events', 'reversals', 'companies']) {
        await run(`ANALYZE ${table}`);
      }
      const asked: Statement[] = [];
      const watched: Db = {
        ...db,
        query<Row>(statement: Statement) {
          asked.push(statement);
          return db.query<Row>(statement);
        },
      };
      await findServiceAttention({ attention: createAttentionStore(watched) });
      let rows = 0;
      for (const statement of asked) rows += await rowsReadBy(statement, db);
      // Pages, and each count up to what one can work through.
      expect(rows).toBeGreaterThan(MANY);
      expect(rows).toBeLessThan(3 * MANY);
    });
  });
});
