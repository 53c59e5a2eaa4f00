/** One that was completed before this, and came back since, has no fee to tell, as before. */
export const COMPLETED_PAYOUTS: readonly string[] = [
  'ALTER TABLE payouts ADD COLUMN was_completed boolean NOT NULL DEFAULT false',
];
