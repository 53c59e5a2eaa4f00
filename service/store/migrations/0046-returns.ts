/** Why money of a refund went back that its merchant has not asked for; null where they have. */
export const NATURES_OF_REFUNDS: readonly string[] = ['ALTER TABLE refunds ADD COLUMN nature text'];

/** The latest dispute about a payin. */
export const DISPUTES_OF_PAYINS: readonly string[] = [
  'ALTER TABLE payins ADD COLUMN dispute jsonb',
];
