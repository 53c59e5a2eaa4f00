import type { Migration } from '../store/migrations/migrations.ts';
import { migrations } from '../store/migrations/migrations.ts';

/** What migrations did at first that hold nothing for long now. */
const FIRST_STATEMENTS: Readonly<Record<number, readonly string[]>> = {
  6: [
    'ALTER TABLE payins ADD COLUMN bank_id text',
    'ALTER TABLE payins ADD COLUMN expires_at timestamptz',
    'ALTER TABLE payins ADD COLUMN pix_copy_and_paste text',
    'ALTER TABLE payins ADD COLUMN boleto_barcode text',
    'ALTER TABLE payins ADD COLUMN boleto_id text',
    'ALTER TABLE payins ADD COLUMN open_finance_redirect_url text',
    'ALTER TABLE payins ADD COLUMN refunded_amount bigint NOT NULL DEFAULT 0',
    `CREATE INDEX payins_awaiting_payment ON payins (company_id, expires_at)
    WHERE charge_state = 'awaiting_payment'`,
    `CREATE UNIQUE INDEX payins_boleto ON payins (company_id, boleto_id)
    WHERE boleto_id IS NOT NULL`,
  ],
  14: [
    'ALTER TABLE ledger_transactions ADD COLUMN available_after bigint',
    `UPDATE ledger_transactions t SET available_after = s.available_after FROM (
      SELECT t.company_id, t.sequence,
        sum(coalesce(e.amount, 0)) OVER (PARTITION BY t.company_id ORDER BY t.sequence)
          AS available_after
      FROM ledger_transactions t LEFT JOIN ledger_entries e ON e.company_id = t.company_id
        AND e.source_id = t.source_id AND e.step = t.step AND e.account = 'available'
    ) s WHERE t.company_id = s.company_id AND t.sequence = s.sequence`,
    `CREATE INDEX ledger_transactions_period
    ON ledger_transactions (company_id, created_at, sequence)`,
  ],
  16: [
    `CREATE TABLE refunds (
    company_id text NOT NULL,
    id text NOT NULL,
    payin_id text NOT NULL,
    reference_id text NOT NULL,
    amount bigint NOT NULL,
    reason text,
    status text NOT NULL,
    failure_reason text,
    body_fingerprint bytea NOT NULL,
    attempt_id text NOT NULL,
    provider text NOT NULL,
    external_id text,
    asked_at timestamptz NOT NULL,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    PRIMARY KEY (company_id, id)
  )`,
    'CREATE UNIQUE INDEX refunds_reference ON refunds (company_id, reference_id)',
    'CREATE INDEX refunds_payin ON refunds (company_id, payin_id)',
    `CREATE INDEX refunds_pending ON refunds (company_id, asked_at) WHERE status = 'PENDING'`,
    `CREATE UNIQUE INDEX ledger_transactions_refund_end ON ledger_transactions (company_id, source_id)
    WHERE kind IN ('refund_done', 'refund_released')`,
    `ALTER TABLE payins ADD COLUMN told_refunds jsonb NOT NULL DEFAULT '[]'`,
  ],
  17: ['UPDATE payins SET external_id = NULL WHERE external_id = id'],
  27: [
    `CREATE TABLE webhook_attempts (
    company_id text NOT NULL,
    event_id text NOT NULL,
    number integer NOT NULL,
    at timestamptz NOT NULL,
    outcome text NOT NULL,
    duration_ms integer NOT NULL,
    signatures integer NOT NULL,
    answer text,
    PRIMARY KEY (company_id, event_id, number)
  )`,
    `CREATE INDEX webhook_events_waiting ON webhook_events (company_id, created_at)
    WHERE status = 'PENDING'`,
    'CREATE INDEX webhook_events_of_type ON webhook_events (company_id, event, created_at)',
  ],
  28: [
    'ALTER TABLE payouts ADD COLUMN created_by text',
    'ALTER TABLE payouts ADD COLUMN decided_by text',
    'ALTER TABLE payouts ADD COLUMN decided_at timestamptz',
    `CREATE INDEX payouts_newest_seldom ON payouts (company_id, status, created_at DESC, id)
    WHERE status IN ('FAILED', 'CANCELED', 'REFUSED', 'REFUNDED')`,
  ],
  32: [
    'ALTER TABLE payins ALTER COLUMN attempt SET DEFAULT 1',
    'DROP INDEX payins_open_reference',
    'DROP INDEX payins_attempt',
    'DROP INDEX payins_newest',
  ],
};

/** As a build had them before that: databases are there that those have made. */
export const firstMigrations: readonly Migration[] = migrations
  .filter(({ id }) => id < 43)
  .map(({ id, name, statements }) => ({
    id,
    name,
    statements: FIRST_STATEMENTS[id] ?? statements,
  }));
