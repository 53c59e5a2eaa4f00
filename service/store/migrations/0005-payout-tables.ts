/** Payouts, whose reference is unique for ever, and keys that the directory did not know. */
export const PAYOUT_TABLES: readonly string[] = [
  `CREATE TABLE payouts (
    company_id text NOT NULL,
    id text NOT NULL,
    external_id text,
    reference_id text NOT NULL,
    status text NOT NULL,
    is_sent boolean NOT NULL,
    amount bigint NOT NULL,
    fee bigint NOT NULL,
    pix_key text NOT NULL,
    pix_key_type text NOT NULL,
    beneficiary_name text,
    beneficiary_document text,
    webhook_url text,
    reason text,
    body_fingerprint bytea NOT NULL,
    touched_at timestamptz NOT NULL,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    PRIMARY KEY (company_id, id)
  )`,
  'CREATE UNIQUE INDEX payouts_reference ON payouts (company_id, reference_id)',
  'CREATE INDEX payouts_newest ON payouts (company_id, created_at DESC, id)',
  `CREATE INDEX payouts_open ON payouts (company_id, touched_at)
    WHERE status IN ('PENDING', 'PROCESSING', 'APPROVED')`,

  `CREATE TABLE pix_key_misses (
    company_id text NOT NULL,
    key_hash bytea NOT NULL,
    missed_at timestamptz NOT NULL,
    PRIMARY KEY (company_id, key_hash)
  )`,
];
