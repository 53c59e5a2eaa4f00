/** Who asked for each payout, and who approved or canceled it by hand. */
export const PEOPLE_OF_PAYOUTS: readonly string[] = [
  'ALTER TABLE payouts ADD COLUMN created_by text',
  'ALTER TABLE payouts ADD COLUMN decided_by text',
  'ALTER TABLE payouts ADD COLUMN decided_at timestamptz',
];
