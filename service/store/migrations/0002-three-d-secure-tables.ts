/** Found by what a provider calls it, before the company is known. */
export const THREEDS_GLOBAL_TABLES: readonly string[] = ['authentication_transactions'];

/** The second migration: authentications, and the payin's way to the one it claims or waits for. */
export const THREEDS_TABLES: readonly string[] = [
  `CREATE TABLE authentications (
    company_id text NOT NULL,
    id text NOT NULL,
    flow text NOT NULL,
    token_hash bytea,
    payin_id text,
    amount bigint NOT NULL,
    installments integer NOT NULL,
    reference_id text NOT NULL,
    card_fingerprint bytea NOT NULL,
    provider text NOT NULL,
    session text NOT NULL,
    transaction_id text NOT NULL,
    status text NOT NULL,
    reason text,
    sealed_proof bytea,
    sealed_card bytea,
    claimed_by text,
    created_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL,
    PRIMARY KEY (company_id, id)
  )`,
  `CREATE INDEX authentications_open ON authentications (company_id, expires_at)
    WHERE status = 'OPEN'`,
  `CREATE INDEX authentications_sealed ON authentications (company_id, expires_at)
    WHERE sealed_proof IS NOT NULL OR sealed_card IS NOT NULL`,

  // A row lives as long as its authentication is open.
  `CREATE TABLE authentication_transactions (
    provider text NOT NULL,
    transaction_id text NOT NULL,
    company_id text NOT NULL,
    authentication_id text NOT NULL,
    PRIMARY KEY (provider, transaction_id)
  )`,

  'ALTER TABLE payins ADD COLUMN authentication_id text',
];
