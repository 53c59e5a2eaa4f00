/**
 * For counting what happened in a period without reading the rows themselves, and for finding what
 * waits for a person without reading what does not. The index of pages of payins is made anew with
 * what is counted in it, so that a payin has no more indexes than before.
 */
export const SUMMARY_INDEXES: readonly string[] = [
  'DROP INDEX CONCURRENTLY payins_newest',
  `CREATE INDEX CONCURRENTLY payins_newest ON payins (company_id, created_at, id)
    INCLUDE (payment_method, status, charge_state, decline_reason, amount)`,
  `CREATE INDEX CONCURRENTLY declines_newest ON declines (company_id, created_at)
    INCLUDE (payin_id, code, reason)`,
  `CREATE INDEX CONCURRENTLY authentications_newest ON authentications (company_id, created_at)
    INCLUDE (status)`,
  `CREATE INDEX CONCURRENTLY webhook_events_undelivered ON webhook_events (company_id, created_at)
    WHERE status = 'UNDELIVERED'`,
  `CREATE INDEX CONCURRENTLY payouts_to_approve ON payouts (company_id, created_at)
    WHERE status = 'AWAITING_APPROVAL'`,
  `CREATE INDEX CONCURRENTLY payins_unknown ON payins (company_id, reserved_at)
    WHERE charge_state = 'unknown'`,
];
