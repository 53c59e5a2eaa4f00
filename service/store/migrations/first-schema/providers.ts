export const PROVIDER_TABLES: readonly string[] = [
  // Of a company or of all of them (`*`), sealed for their place.
  `CREATE TABLE provider_credentials (
    company_id text NOT NULL,
    provider text NOT NULL,
    environment text NOT NULL,
    sealed_settings bytea NOT NULL,
    certificate_ends_at timestamptz,
    sealed_notice_secret bytea NOT NULL,
    notice_secret_hash bytea NOT NULL,
    connected_at timestamptz,
    version integer NOT NULL,
    created_at timestamptz NOT NULL,
    rotated_at timestamptz,
    PRIMARY KEY (company_id, provider)
  )`,

  // The addresses that parties send notices to.
  `CREATE TABLE provider_notices (
    secret_hash bytea PRIMARY KEY,
    company_id text NOT NULL,
    provider text NOT NULL
  )`,

  `CREATE TABLE provider_routes (
    company_id text NOT NULL,
    method text NOT NULL,
    providers jsonb NOT NULL,
    PRIMARY KEY (company_id, method)
  )`,

  // What the sandbox's own party remembers.
  `CREATE TABLE provider_state (
    provider text NOT NULL,
    key text NOT NULL,
    sealed bytea NOT NULL,
    PRIMARY KEY (provider, key)
  )`,
];
