/**
 * Attempts to give money back, each under an id that its provider knows it by, and beside each payin
 * what is told of them. `asked_at`: the real time at which the provider was last asked.
 */
export const REFUND_TABLES: readonly string[] = [
  `CREATE TABLE refunds (
    company_id text NOT NULL,
    id text NOT NULL,
    payin_id text NOT NULL,
    reference_id text NOT NULL,
    amount bigint NOT NULL,
    reason text,
    status text NOT NULL,
    failure_reason text,
    body_fingerprint bytea NOT NULL,
    attempt_id text NOT NULL,
    provider text NOT NULL,
    external_id text,
    asked_at timestamptz NOT NULL,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    PRIMARY KEY (company_id, id)
  )`,
  'CREATE UNIQUE INDEX refunds_reference ON refunds (company_id, reference_id)',
  'CREATE INDEX refunds_payin ON refunds (company_id, payin_id)',
  `CREATE INDEX refunds_pending ON refunds (company_id, asked_at) WHERE status = 'PENDING'`,

  `ALTER TABLE payins ADD COLUMN told_refunds jsonb NOT NULL DEFAULT '[]'`,
];
