/** Payments of less than was asked for, as their issuers tell of them. */
export const UNDERPAYMENT_TABLES: readonly string[] = [
  `CREATE TABLE underpayments (
    company_id text NOT NULL,
    payin_id text NOT NULL,
    paid_amount bigint NOT NULL,
    found_at timestamptz NOT NULL,
    PRIMARY KEY (company_id, payin_id)
  )`,
];
