/** What payins by PIX, boleto and open finance add, and how much of a payin was given back. */
export const PAYIN_METHOD_TABLES: readonly string[] = [
  'ALTER TABLE payins ADD COLUMN bank_id text',
  'ALTER TABLE payins ADD COLUMN expires_at timestamptz',
  'ALTER TABLE payins ADD COLUMN pix_copy_and_paste text',
  'ALTER TABLE payins ADD COLUMN boleto_barcode text',
  'ALTER TABLE payins ADD COLUMN boleto_id text',
  'ALTER TABLE payins ADD COLUMN open_finance_redirect_url text',
  'ALTER TABLE payins ADD COLUMN refunded_amount bigint NOT NULL DEFAULT 0',
];
