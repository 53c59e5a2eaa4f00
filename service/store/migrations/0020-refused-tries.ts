/** What networks have refused of a card, by a keyed hash of its number, so that no try is fined. */
export const REFUSED_TRY_TABLES: readonly string[] = [
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
