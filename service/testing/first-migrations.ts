import { PAYIN_METHOD_TABLES } from '../store/migrations/0006-payin-method-tables.ts';
import { STATEMENT_COLUMN } from '../store/migrations/0014-statement-column.ts';
import { REFUND_TABLES } from '../store/migrations/0016-refund-tables.ts';
import { WEBHOOK_ATTEMPT_TABLES } from '../store/migrations/0027-webhook-attempts.ts';
import { PEOPLE_OF_PAYOUTS } from '../store/migrations/0028-people-of-payouts.ts';
import type { Migration } from '../store/migrations/migrations.ts';
import { migrations } from '../store/migrations/migrations.ts';

/** What migrations did at first that hold nothing for long now. */
const FIRST_STATEMENTS: Readonly<Record<number, readonly string[]>> = {
  6: [
    ...PAYIN_METHOD_TABLES,
    `CREATE INDEX payins_awaiting_payment ON payins (company_id, expires_at)
    WHERE charge_state = 'awaiting_payment'`,
    `CREATE UNIQUE INDEX payins_boleto ON payins (company_id, boleto_id)
    WHERE boleto_id IS NOT NULL`,
  ],
  14: [
    ...STATEMENT_COLUMN,
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
    ...REFUND_TABLES.slice(0, -1),
    `CREATE UNIQUE INDEX ledger_transactions_refund_end ON ledger_transactions (company_id, source_id)
    WHERE kind IN ('refund_done', 'refund_released')`,
    ...REFUND_TABLES.slice(-1),
  ],
  17: ['UPDATE payins SET external_id = NULL WHERE external_id = id'],
  27: [
    ...WEBHOOK_ATTEMPT_TABLES,
    `CREATE INDEX webhook_events_waiting ON webhook_events (company_id, created_at)
    WHERE status = 'PENDING'`,
    'CREATE INDEX webhook_events_of_type ON webhook_events (company_id, event, created_at)',
  ],
  28: [
    ...PEOPLE_OF_PAYOUTS,
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
