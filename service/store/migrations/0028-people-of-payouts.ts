/**
 * Who asked for each payout and who approved or canceled it by hand, and pages of those that are
 * seldom, newest first. What waits for approval has an index of its own.
 */
export const PEOPLE_OF_PAYOUTS: readonly string[] = [
  'ALTER TABLE payouts ADD COLUMN created_by text',
  'ALTER TABLE payouts ADD COLUMN decided_by text',
  'ALTER TABLE payouts ADD COLUMN decided_at timestamptz',
  `CREATE INDEX payouts_newest_seldom ON payouts (company_id, status, created_at DESC, id)
    WHERE status IN ('FAILED', 'CANCELED', 'REFUSED', 'REFUNDED')`,
];
