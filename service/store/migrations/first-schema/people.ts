/**
 * The people of the dashboard. Of somebody removed the row stays without name, address and secrets,
 * so that the log of acts leads to an id that was somebody's. No company: of the service itself.
 */
export const PEOPLE_TABLES: readonly string[] = [
  `CREATE TABLE users (
    id text PRIMARY KEY,
    company_id text,
    email text UNIQUE,
    name text,
    role text NOT NULL,
    state text NOT NULL,
    created_at timestamptz NOT NULL,
    invitation_hash bytea UNIQUE,
    invitation_ends_at timestamptz,
    password_hash text,
    sealed_totp bytea,
    totp_counter bigint,
    sealed_new_totp bytea
  )`,
  'CREATE INDEX users_of_company ON users (company_id, created_at)',

  `CREATE TABLE user_recovery_codes (
    user_id text NOT NULL,
    code_hash bytea NOT NULL,
    PRIMARY KEY (user_id, code_hash)
  )`,

  `CREATE TABLE user_sessions (
    token_hash bytea PRIMARY KEY,
    id text NOT NULL,
    user_id text NOT NULL,
    started_at timestamptz NOT NULL,
    seen_at timestamptz NOT NULL,
    proved_at timestamptz NOT NULL,
    address text NOT NULL,
    user_agent text NOT NULL
  )`,
  'CREATE INDEX user_sessions_of_user ON user_sessions (user_id, started_at)',

  `CREATE TABLE user_passkeys (
    credential_id text PRIMARY KEY,
    id text NOT NULL,
    user_id text NOT NULL,
    public_key bytea NOT NULL,
    counter bigint NOT NULL,
    transports jsonb NOT NULL,
    name text NOT NULL,
    created_at timestamptz NOT NULL,
    used_at timestamptz
  )`,
  'CREATE INDEX user_passkeys_of_user ON user_passkeys (user_id, created_at)',

  // What was given out to be signed, as a hash.
  `CREATE TABLE user_passkey_challenges (
    challenge_hash bytea PRIMARY KEY,
    purpose text NOT NULL,
    user_id text,
    ends_at timestamptz NOT NULL
  )`,
  'CREATE INDEX user_passkey_challenges_by_end ON user_passkey_challenges (ends_at)',
];
