export const ACCOUNT_TABLES: readonly string[] = [
  // `seed_print`: what the sandbox wrote of an account last; null where an operator made it.
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
    seed_print text,
    created_at timestamptz NOT NULL
  )`,

  `CREATE TABLE credentials (
    public_key_hash bytea PRIMARY KEY,
    secret_key_hash bytea NOT NULL,
    company_id text NOT NULL,
    created_at timestamptz NOT NULL,
    revoked_at timestamptz
  )`,

  `CREATE TABLE credential_uses (
    company_id text NOT NULL,
    public_key_hash bytea NOT NULL,
    used_at timestamptz NOT NULL,
    PRIMARY KEY (company_id, public_key_hash)
  )`,

  `CREATE TABLE refused_calls (
    company_id text NOT NULL,
    request_id text NOT NULL,
    at timestamptz NOT NULL,
    caller text NOT NULL,
    key_id text NOT NULL,
    method text NOT NULL,
    route text NOT NULL,
    status integer NOT NULL,
    code text NOT NULL,
    message text NOT NULL,
    details jsonb NOT NULL,
    times integer NOT NULL,
    PRIMARY KEY (company_id, request_id)
  )`,
  'CREATE INDEX refused_calls_newest ON refused_calls (company_id, caller, at)',

  // What the service made for itself, such as the root of its keyed hashes.
  `CREATE TABLE sealed_secrets (
    name text PRIMARY KEY,
    sealed bytea NOT NULL
  )`,
];
