/** The plan with interest that a token was made for, and that its payin charges. */
export const INSTALLMENT_PLAN_COLUMNS: readonly string[] = [
  'ALTER TABLE card_tokens ADD COLUMN installment_plan jsonb',
  'ALTER TABLE payins ADD COLUMN installment_plan jsonb',
];
