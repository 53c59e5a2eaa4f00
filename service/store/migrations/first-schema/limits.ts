export const LIMIT_TABLES: readonly string[] = [
  `CREATE TABLE rate_limits (
    bucket text PRIMARY KEY,
    hits jsonb NOT NULL,
    allowed boolean NOT NULL,
    touched_at timestamptz NOT NULL
  )`,

  `CREATE TABLE idempotency_keys (
    company_id text NOT NULL,
    key_hash bytea NOT NULL,
    body_fingerprint bytea NOT NULL,
    answer jsonb,
    started_at timestamptz NOT NULL,
    PRIMARY KEY (company_id, key_hash)
  )`,
  'CREATE INDEX idempotency_keys_started ON idempotency_keys (company_id, started_at)',

  // By a keyed hash of the card's number, so that no try is fined.
  `CREATE TABLE refused_tries (
    company_id text NOT NULL,
    card_hash bytea NOT NULL,
    payin_id text NOT NULL,
    brand text NOT NULL,
    code text NOT NULL,
    advice text,
    amount bigint NOT NULL,
    tried_at timestamptz NOT NULL,
    PRIMARY KEY (company_id, card_hash, payin_id)
  )`,
  'CREATE INDEX refused_tries_age ON refused_tries (company_id, tried_at)',
];
