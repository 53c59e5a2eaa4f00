/** Why a card was refused, of payins and of declines that left none. */
export const DECLINE_REASON_COLUMNS: readonly string[] = [
  'ALTER TABLE payins ADD COLUMN decline_reason text',
  'ALTER TABLE declines ADD COLUMN reason text',
];
