/** What helps whoever integrates: calls of a company that were refused, and when its keys were used. */
export const INTEGRATION_TABLES: readonly string[] = [
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
  `CREATE TABLE credential_uses (
    company_id text NOT NULL,
    public_key_hash bytea NOT NULL,
    used_at timestamptz NOT NULL,
    PRIMARY KEY (company_id, public_key_hash)
  )`,
];
