/** Whom each payment and transfer went to; before, there was one for all. */
export const PROVIDER_COLUMNS: readonly string[] = [
  "ALTER TABLE payins ADD COLUMN provider text NOT NULL DEFAULT 'sandbox'",
  "ALTER TABLE payouts ADD COLUMN provider text NOT NULL DEFAULT 'sandbox'",
];
