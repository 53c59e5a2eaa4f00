/**
 * Indexes that migrations 6, 14, 16, 27 and 28 made while all writers of their tables waited, as
 * databases have them that were made by those.
 */
export const INDEXES_OF_BEFORE: readonly string[] = [
  `CREATE INDEX CONCURRENTLY IF NOT EXISTS payins_awaiting_payment
    ON payins (company_id, expires_at) WHERE charge_state = 'awaiting_payment'`,
  `CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS payins_boleto
    ON payins (company_id, boleto_id) WHERE boleto_id IS NOT NULL`,

  `CREATE INDEX CONCURRENTLY IF NOT EXISTS ledger_transactions_period
    ON ledger_transactions (company_id, created_at, sequence)`,
  // The last guard against a refund that ends twice.
  `CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS ledger_transactions_refund_end
    ON ledger_transactions (company_id, source_id)
    WHERE kind IN ('refund_done', 'refund_released')`,

  // Events by what became of them and by their type: rare ones stand among very many that were taken.
  `CREATE INDEX CONCURRENTLY IF NOT EXISTS webhook_events_waiting
    ON webhook_events (company_id, created_at) WHERE status = 'PENDING'`,
  `CREATE INDEX CONCURRENTLY IF NOT EXISTS webhook_events_of_type
    ON webhook_events (company_id, event, created_at)`,

  // Pages of payouts that are seldom, newest first. What waits for approval has an index of its own.
  `CREATE INDEX CONCURRENTLY IF NOT EXISTS payouts_newest_seldom
    ON payouts (company_id, status, created_at DESC, id)
    WHERE status IN ('FAILED', 'CANCELED', 'REFUSED', 'REFUNDED')`,
];
