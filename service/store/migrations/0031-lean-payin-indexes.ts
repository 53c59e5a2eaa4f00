/**
 * Each commit of a payin writes all indexes it has a row in, so it has as few as can be. Built
 * beside those they replace, which the next migration drops: reads go on meanwhile, and so does a
 * build that still runs.
 */
export const LEAN_PAYIN_INDEXES: readonly string[] = [
  // One holds a reference, any number have held it. Both ways to look for one find it here.
  `CREATE UNIQUE INDEX CONCURRENTLY payins_reference ON payins
    (company_id, reference_id, (CASE WHEN holds_reference THEN '' ELSE id END))`,
  // Of what somebody was told of, which is all that is listed or counted.
  `CREATE INDEX CONCURRENTLY payins_told_newest ON payins (company_id, created_at, id)
    INCLUDE (payment_method, status, decline_reason, amount) WHERE charge_state <> 'reserved'`,
];

export const REPLACED_PAYIN_INDEXES: readonly string[] = [
  'DROP INDEX CONCURRENTLY payins_open_reference',
  'DROP INDEX CONCURRENTLY payins_attempt',
  'DROP INDEX CONCURRENTLY payins_newest',
];
