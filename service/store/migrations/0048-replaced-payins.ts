/** The payin that took the place of one that was cancelled for it; null where none did. */
export const REPLACED_PAYINS: readonly string[] = [
  'ALTER TABLE payins ADD COLUMN replaced_by text',
];
