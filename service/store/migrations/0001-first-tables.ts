/**
 * The tables of the first migration. Every key of a table starts with `company_id`, except in the
 * ones listed in `GLOBAL_TABLES`, which are found before the company is known or belong to none.
 * Ids are made by the service; no sequence, trigger, extension or cross-company key is used.
 */
export const GLOBAL_TABLES: readonly string[] = [
  'schema_migrations',
  'sealed_secrets',
  'credentials',
  'rate_limits',
  'provider_state',
];

export const FIRST_TABLES: readonly string[] = [
  `CREATE TABLE sealed_secrets (
    name text PRIMARY KEY,
    sealed bytea NOT NULL
  )`,

  `CREATE TABLE credentials (
    public_key_hash bytea PRIMARY KEY,
    secret_key_hash bytea NOT NULL,
    company_id text NOT NULL,
    created_at timestamptz NOT NULL,
    revoked_at timestamptz
  )`,

  `CREATE TABLE rate_limits (
    bucket text PRIMARY KEY,
    hits jsonb NOT NULL,
    allowed boolean NOT NULL,
    touched_at timestamptz NOT NULL
  )`,

  `CREATE TABLE provider_state (
    provider text NOT NULL,
    key text NOT NULL,
    sealed bytea NOT NULL,
    PRIMARY KEY (provider, key)
  )`,

  `CREATE TABLE companies (
    company_id text PRIMARY KEY,
    company_name text NOT NULL,
    trade_name text,
    document text,
    kyc_status text NOT NULL,
    blocked boolean NOT NULL,
    sandbox boolean NOT NULL,
    traits jsonb NOT NULL,
    origins jsonb NOT NULL,
    clock_offset_seconds bigint NOT NULL DEFAULT 0,
    created_at timestamptz NOT NULL
  )`,

  `CREATE TABLE antifraud_sessions (
    company_id text NOT NULL,
    id text NOT NULL,
    signals jsonb NOT NULL,
    created_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL,
    PRIMARY KEY (company_id, id)
  )`,

  `CREATE TABLE card_tokens (
    company_id text NOT NULL,
    token_hash bytea NOT NULL,
    status text NOT NULL,
    amount bigint NOT NULL,
    installments integer NOT NULL,
    reference_id text NOT NULL,
    brand text NOT NULL,
    last4 text NOT NULL,
    card_fingerprint bytea NOT NULL,
    sealed_card bytea,
    three_ds_result jsonb,
    payin_id text,
    customer_document_hash bytea,
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

  `CREATE TABLE payins (
    company_id text NOT NULL,
    id text NOT NULL,
    external_id text,
    reference_id text NOT NULL,
    attempt integer NOT NULL,
    holds_reference boolean NOT NULL,
    status text NOT NULL,
    charge_state text NOT NULL,
    payment_method text NOT NULL,
    amount bigint NOT NULL,
    installments integer NOT NULL,
    body_fingerprint bytea NOT NULL,
    customer jsonb NOT NULL,
    items jsonb NOT NULL,
    is_physical_product boolean NOT NULL,
    payer_ip text NOT NULL,
    webhook_url text,
    antifraud_session_id text,
    sub_seller_id text,
    split jsonb,
    card_brand text,
    card_last4 text,
    token_hash bytea,
    reserved_at timestamptz NOT NULL,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    PRIMARY KEY (company_id, id)
  )`,
  `CREATE UNIQUE INDEX payins_open_reference ON payins (company_id, reference_id)
    WHERE holds_reference`,
  `CREATE UNIQUE INDEX payins_attempt ON payins (company_id, reference_id, attempt)`,
  `CREATE INDEX payins_unsettled ON payins (company_id, reserved_at)
    WHERE charge_state <> 'decided'`,

  `CREATE TABLE declines (
    company_id text NOT NULL,
    payin_id text NOT NULL,
    reference_id text NOT NULL,
    body_fingerprint bytea NOT NULL,
    code text NOT NULL,
    decided_by text NOT NULL,
    amount bigint NOT NULL,
    card_brand text NOT NULL,
    card_last4 text NOT NULL,
    created_at timestamptz NOT NULL,
    PRIMARY KEY (company_id, payin_id)
  )`,

  `CREATE TABLE idempotency_keys (
    company_id text NOT NULL,
    key_hash bytea NOT NULL,
    body_fingerprint bytea NOT NULL,
    answer jsonb,
    started_at timestamptz NOT NULL,
    PRIMARY KEY (company_id, key_hash)
  )`,
];
