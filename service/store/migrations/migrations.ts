import type { Db } from '../../base/shared/db.ts';
import { FIRST_SCHEMA } from './0049-first-schema.ts';
import { watchReturnsOfBefore } from './0056-returns-of-before.ts';

/**
 * One step of the schema. An applied one is never edited, only followed by another. Portable to
 * PostgreSQL-compatible distributed engines: no triggers, extensions, sequences, deferrable
 * constraints or advisory locks. What it may do is in `README.md` beside this file.
 */
export type Migration = {
  /** Ascending; the order of application. */
  id: number;
  name: string;
  statements: readonly string[];
  /** The first release that went without what this takes away. */
  contracts?: string;
  /**
   * Moves rows that are there: batch by batch, each committed by itself, so that nobody waits for
   * more than one. It goes on where a process was stopped, and several may do it at once.
   */
  move?: (db: Db) => Promise<void>;
};

/**
 * Decision: the first schema has the number after those of builds from before it, which no release
 * had. So a database and a backup of such a build are known by their number, and never taken for a
 * later one of ours.
 */
export const migrations: readonly Migration[] = [
  { id: 49, name: 'first schema', statements: FIRST_SCHEMA },
  {
    // A payout that was completed before this, and came back since, has no fee to tell.
    id: 50,
    name: 'completed payouts',
    statements: ['ALTER TABLE payouts ADD COLUMN was_completed boolean NOT NULL DEFAULT false'],
  },
  {
    // Of a payin from before this nothing is known to have been sent.
    id: 51,
    name: 'sent authentication',
    statements: ['ALTER TABLE payins ADD COLUMN three_d_secure jsonb'],
  },
  {
    // Disputes that wait for an answer, by its day.
    id: 52,
    name: 'open disputes',
    statements: [
      `CREATE INDEX CONCURRENTLY payins_disputed ON payins (company_id, (dispute ->> 'answerBy'))
    WHERE dispute ->> 'status' = 'open'`,
    ],
  },
  {
    id: 53,
    name: 'return addresses',
    statements: ['ALTER TABLE payins ADD COLUMN return_url text'],
  },
  {
    // Of those alone whose buyers come back.
    id: 54,
    name: 'payins by return',
    statements: [
      `CREATE INDEX CONCURRENTLY payins_returning ON payins ((provider || ' ' || external_id))
        WHERE return_url IS NOT NULL`,
    ],
  },
  {
    // Of a boleto from before this, the day follows from the end of its window.
    id: 55,
    name: 'due days',
    statements: ['ALTER TABLE payins ADD COLUMN boleto_due_on text'],
  },
  { id: 56, name: 'returns of before', statements: [], move: watchReturnsOfBefore },
  {
    // `ordered`: what is sold, and what is known of who pays. Of the address of a page a keyed hash
    // alone, by which its company is found.
    id: 57,
    name: 'payment pages',
    statements: [
      `CREATE TABLE payment_pages (
        company_id text NOT NULL,
        id text NOT NULL,
        reference_id text NOT NULL,
        ordered jsonb NOT NULL,
        is_reusable boolean NOT NULL,
        max_payments integer,
        visits integer NOT NULL,
        places jsonb NOT NULL,
        expires_at timestamptz,
        ended_at timestamptz,
        created_at timestamptz NOT NULL,
        PRIMARY KEY (company_id, id)
      )`,
      `CREATE UNIQUE INDEX payment_pages_open ON payment_pages (company_id, reference_id)
        WHERE ended_at IS NULL`,
      `CREATE INDEX payment_pages_newest ON payment_pages (company_id, created_at, id)`,
      `CREATE TABLE payment_page_addresses (
        address_hash bytea PRIMARY KEY,
        company_id text NOT NULL,
        page_id text NOT NULL
      )`,
    ],
  },
  {
    // What buyers agreed to when they had a card saved. Cards from before this have none.
    id: 58,
    name: 'card consents',
    statements: [
      `CREATE TABLE card_consents (
    company_id text NOT NULL,
    token_hash bytea NOT NULL,
    id text NOT NULL,
    customer_id text,
    text_id text NOT NULL,
    text_version integer NOT NULL,
    locale text NOT NULL,
    words text NOT NULL,
    page_origin text NOT NULL,
    reference_id text NOT NULL,
    expiration_month text NOT NULL,
    expiration_year text NOT NULL,
    given_at timestamptz NOT NULL,
    saved_at timestamptz,
    PRIMARY KEY (company_id, token_hash)
  )`,
      `CREATE INDEX card_consents_customer ON card_consents (company_id, customer_id)
    WHERE saved_at IS NOT NULL`,
      `CREATE INDEX card_consents_unsaved ON card_consents (company_id) WHERE saved_at IS NULL`,
      'ALTER TABLE card_tokens ADD COLUMN saved_from bytea',
    ],
  },
  {
    id: 59,
    name: 'tokens of saved cards',
    statements: [
      `CREATE INDEX CONCURRENTLY card_tokens_saved ON card_tokens (company_id, saved_from)
    WHERE saved_from IS NOT NULL`,
    ],
  },
  {
    // Payins from before this have an empty one.
    id: 60,
    name: 'traces of payins',
    statements: [`ALTER TABLE payins ADD COLUMN trace jsonb NOT NULL DEFAULT '{}'`],
  },
  {
    // A key pair from before this may do everything, and nobody knows who made it.
    id: 61,
    name: 'scopes of keys',
    statements: [
      `ALTER TABLE credentials ADD COLUMN scopes jsonb NOT NULL
          DEFAULT '["charge", "refund", "payout", "read"]',
        ADD COLUMN created_by text`,
    ],
  },
  {
    id: 62,
    name: 'write probe',
    statements: ['CREATE UNLOGGED TABLE write_probe (filler integer PRIMARY KEY)'],
  },
  {
    // What acquirers owe of sales by card, an instalment a row. `waiting`: what its merchant gets on
    // that day; null where nothing waits for it. Sales from before this have none.
    id: 63,
    name: 'receivables',
    statements: [
      `CREATE TABLE receivables (
        company_id text NOT NULL,
        payin_id text NOT NULL,
        installment integer NOT NULL,
        provider text NOT NULL,
        due_on text NOT NULL,
        amount bigint NOT NULL,
        fee bigint NOT NULL,
        returned bigint NOT NULL,
        waiting bigint CHECK (waiting >= 0),
        paid_on text,
        paid_amount bigint,
        PRIMARY KEY (company_id, payin_id, installment)
      )`,
      `CREATE INDEX receivables_unpaid ON receivables (company_id, due_on) WHERE paid_on IS NULL`,
      `CREATE INDEX receivables_waiting ON receivables (company_id, due_on)
        WHERE waiting IS NOT NULL`,
    ],
  },
  {
    // Statements tell of a payment by a part of what is random in its id. As `payins_attempt_key`.
    id: 64,
    name: 'payins by attempt',
    statements: [
      `CREATE INDEX CONCURRENTLY payins_attempt_beginning ON payins ((left(right(id, 22), 13)))
        WHERE provider <> 'sandbox'`,
    ],
  },
  {
    // What was proved at a party with the credentials of an account: by what, when, which methods.
    id: 65,
    name: 'proofs of providers',
    statements: ['ALTER TABLE provider_credentials ADD COLUMN proof jsonb'],
  },
  {
    // What came in again after an operator gave it back is told from what they gave back.
    id: 66,
    name: 'returns before a return',
    statements: ['ALTER TABLE reversals ADD COLUMN returned_before bigint NOT NULL DEFAULT 0'],
  },
];
