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

/** `attempt` told payins of one reference apart. It is left to builds that still write it. */
export const REPLACED_PAYIN_INDEXES: readonly string[] = [
  'ALTER TABLE payins ALTER COLUMN attempt SET DEFAULT 1',
  'DROP INDEX payins_open_reference',
  'DROP INDEX payins_attempt',
  'DROP INDEX payins_newest',
];
