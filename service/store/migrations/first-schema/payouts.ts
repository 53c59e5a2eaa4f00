/** Payouts, whose reference is unique for ever, and keys that the directory did not know. */
export const PAYOUT_TABLES: readonly string[] = [
  // `created_by` and `decided_by`: who asked for it, and who approved or canceled it by hand.
  `CREATE TABLE payouts (
    company_id text NOT NULL,
    id text NOT NULL,
    provider text NOT NULL DEFAULT 'sandbox',
    external_id text,
    reference_id text NOT NULL,
    status text NOT NULL,
    is_sent boolean NOT NULL,
    was_refused_at_once boolean NOT NULL DEFAULT false,
    amount bigint NOT NULL,
    fee bigint NOT NULL,
    pix_key text NOT NULL,
    pix_key_type text NOT NULL,
    beneficiary_name text,
    beneficiary_document text,
    webhook_url text,
    reason text,
    body_fingerprint bytea NOT NULL,
    created_by text,
    decided_by text,
    decided_at timestamptz,
    touched_at timestamptz NOT NULL,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    PRIMARY KEY (company_id, id)
  )`,
  'CREATE UNIQUE INDEX payouts_reference ON payouts (company_id, reference_id)',
  `CREATE INDEX payouts_open ON payouts (company_id, touched_at)
    WHERE status IN ('PENDING', 'PROCESSING', 'APPROVED')`,
  `CREATE INDEX payouts_to_approve ON payouts (company_id, created_at)
    WHERE status = 'AWAITING_APPROVAL'`,
  'CREATE INDEX payouts_newest ON payouts (company_id, created_at DESC, id)',
  // Pages of those that are seldom. What waits for approval has an index of its own.
  `CREATE INDEX payouts_newest_seldom ON payouts (company_id, status, created_at DESC, id)
    WHERE status IN ('FAILED', 'CANCELED', 'REFUSED', 'REFUNDED')`,
  // As `payins_attempt_key`.
  "CREATE INDEX payouts_attempt_key ON payouts ((right(id, 22))) WHERE provider <> 'sandbox'",

  `CREATE TABLE pix_key_misses (
    company_id text NOT NULL,
    key_hash bytea NOT NULL,
    missed_at timestamptz NOT NULL,
    PRIMARY KEY (company_id, key_hash)
  )`,
];
