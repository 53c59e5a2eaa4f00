/** Looked through by the hash of an address before the company is known. */
export const PROVIDER_GLOBAL_TABLES: readonly string[] = ['provider_notices'];

/**
 * Credentials at outside parties, of a company or of all of them (`*`), sealed for their place; the
 * addresses that parties send notices to; and which providers a company is routed to.
 */
export const PROVIDER_TABLES: readonly string[] = [
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
];
