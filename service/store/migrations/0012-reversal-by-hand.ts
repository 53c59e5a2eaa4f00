/** Whether an operator gives the charge back, since its acquirer cannot. */
export const REVERSAL_BY_HAND_COLUMN: readonly string[] = [
  'ALTER TABLE reversals ADD COLUMN is_by_hand boolean NOT NULL DEFAULT false',
];
