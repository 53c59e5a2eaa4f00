/**
 * The double entry of every merchant, append-only; `ledger_balances` is its cached sum by account.
 * `sequence` counts a company's transactions without a gap, so that a lost one is noticed.
 */
export const LEDGER_TABLES: readonly string[] = [
  `CREATE TABLE ledger_transactions (
    company_id text NOT NULL,
    source_id text NOT NULL,
    step integer NOT NULL,
    sequence bigint NOT NULL,
    kind text NOT NULL,
    created_at timestamptz NOT NULL,
    PRIMARY KEY (company_id, source_id, step)
  )`,
  'CREATE UNIQUE INDEX ledger_transactions_sequence ON ledger_transactions (company_id, sequence)',
  // What can happen once in the life of its source: the last guard against money moved twice.
  `CREATE UNIQUE INDEX ledger_transactions_once ON ledger_transactions (company_id, source_id, kind)
    WHERE kind IN ('opening_balance', 'payin_approved', 'payout_created', 'payout_completed',
      'payout_returned')`,

  `CREATE TABLE ledger_entries (
    company_id text NOT NULL,
    source_id text NOT NULL,
    step integer NOT NULL,
    account text NOT NULL,
    amount bigint NOT NULL CHECK (amount <> 0),
    PRIMARY KEY (company_id, source_id, step, account)
  )`,

  `CREATE TABLE ledger_balances (
    company_id text NOT NULL,
    account text NOT NULL,
    balance bigint NOT NULL,
    PRIMARY KEY (company_id, account),
    CHECK (CASE account WHEN 'clearing' THEN true WHEN 'debt' THEN balance <= 0
      ELSE balance >= 0 END)
  )`,
];

/**
 * `sequence` of the latest transaction that moved a balance: the highest of a company's rows is its
 * last number, and can be read under the very lock that orders its postings. Zero in a row that only
 * builds from before have moved.
 */
export const LEDGER_SEQUENCE_COLUMN: readonly string[] = [
  'ALTER TABLE ledger_balances ADD COLUMN sequence bigint NOT NULL DEFAULT 0',
];
