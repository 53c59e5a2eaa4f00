/** Looked through by a credential or a challenge before the user is known. */
export const PASSKEY_GLOBAL_TABLES: readonly string[] = [
  'user_passkeys',
  'user_passkey_challenges',
];

/** Passkeys of the people of the dashboard, and what was given out to be signed, as a hash. */
export const PASSKEY_TABLES: readonly string[] = [
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
  `CREATE TABLE user_passkey_challenges (
    challenge_hash bytea PRIMARY KEY,
    purpose text NOT NULL,
    user_id text,
    ends_at timestamptz NOT NULL
  )`,
  'CREATE INDEX user_passkey_challenges_by_end ON user_passkey_challenges (ends_at)',
];
