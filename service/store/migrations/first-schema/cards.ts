export const CARD_TABLES: readonly string[] = [
  // `installment_plan`: the plan with interest that a token was made for. `network_transaction_id`:
  // what the card's network called the charge by which the card came on file.
  `CREATE TABLE card_tokens (
    company_id text NOT NULL,
    token_hash bytea NOT NULL,
    status text NOT NULL,
    amount bigint NOT NULL,
    installments integer NOT NULL,
    installment_plan jsonb,
    reference_id text NOT NULL,
    brand text NOT NULL,
    last4 text NOT NULL,
    card_fingerprint bytea NOT NULL,
    sealed_card bytea,
    three_ds_result jsonb,
    payin_id text,
    customer_document_hash bytea,
    network_transaction_id text,
    created_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL,
    PRIMARY KEY (company_id, token_hash)
  )`,
  `CREATE INDEX card_tokens_expiry ON card_tokens (company_id, expires_at)
    WHERE sealed_card IS NOT NULL`,

  // A crash or a restore of this table loses what must not be kept anyway.
  `CREATE UNLOGGED TABLE cvvs (
    company_id text NOT NULL,
    token_hash bytea NOT NULL,
    sealed bytea NOT NULL,
    expires_at timestamptz NOT NULL,
    PRIMARY KEY (company_id, token_hash)
  )`,

  `CREATE TABLE antifraud_sessions (
    company_id text NOT NULL,
    id text NOT NULL,
    signals jsonb NOT NULL,
    created_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL,
    PRIMARY KEY (company_id, id)
  )`,

  // `is_challenged`: whether the card's bank asked the buyer; null where nobody has told.
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
    is_challenged boolean,
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
  `CREATE INDEX authentications_newest ON authentications (company_id, created_at)
    INCLUDE (status)`,

  // A row lives as long as its authentication is open.
  `CREATE TABLE authentication_transactions (
    provider text NOT NULL,
    transaction_id text NOT NULL,
    company_id text NOT NULL,
    authentication_id text NOT NULL,
    PRIMARY KEY (provider, transaction_id)
  )`,
];
