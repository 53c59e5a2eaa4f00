/**
 * When a payin or payout that an outside party has not decided is looked at again, and charges that
 * are given back since nobody was waiting for them any more.
 */
export const LOOK_UP_TABLES: readonly string[] = [
  `CREATE TABLE look_ups (
    company_id text NOT NULL,
    subject_id text NOT NULL,
    looks integer NOT NULL,
    due_at timestamptz NOT NULL,
    missed_at timestamptz,
    watched_until timestamptz,
    PRIMARY KEY (company_id, subject_id)
  )`,
  'CREATE INDEX look_ups_due ON look_ups (company_id, due_at)',

  `CREATE TABLE reversals (
    company_id text NOT NULL,
    payin_id text NOT NULL,
    id text NOT NULL,
    provider text NOT NULL,
    external_id text NOT NULL,
    amount bigint NOT NULL,
    begun_at timestamptz NOT NULL,
    done_at timestamptz,
    PRIMARY KEY (company_id, payin_id)
  )`,

  'ALTER TABLE payouts ADD COLUMN was_refused_at_once boolean NOT NULL DEFAULT false',
];
