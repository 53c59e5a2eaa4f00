/**
 * For pages of payins, newest first. Statuses that are seldom have an index of their own, so that
 * looking for them does not read all that went well; a payin that goes well has no row there.
 */
export const PAYIN_LIST_INDEXES: readonly string[] = [
  'CREATE INDEX CONCURRENTLY payins_newest ON payins (company_id, created_at, id)',
  `CREATE INDEX CONCURRENTLY payins_newest_seldom ON payins (company_id, status, created_at, id)
    WHERE status IN ('REFUSED', 'FAILED', 'CANCELED', 'REFUNDED', 'CHARGEBACK', 'MED', 'EXPIRED')`,
];
