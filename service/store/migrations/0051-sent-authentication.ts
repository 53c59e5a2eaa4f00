/** Of a payin from before this nothing is known to have been sent. */
export const SENT_AUTHENTICATION: readonly string[] = [
  'ALTER TABLE payins ADD COLUMN three_d_secure jsonb',
];
