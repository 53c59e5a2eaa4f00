/**
 * The double entry of every merchant, append-only; `ledger_balances` is its cached sum by account.
 * `sequence` counts a company's transactions without a gap, so that a lost one is noticed.
 */
export const LEDGER_TABLES: readonly string[] = [
  // `available_after`: what was available after each transaction, so that a page of a statement costs
  // the same wherever it lies.
  `CREATE TABLE ledger_transactions (
    company_id text NOT NULL,
    source_id text NOT NULL,
    step integer NOT NULL,
    sequence bigint NOT NULL,
    kind text NOT NULL,
    created_at timestamptz NOT NULL,
    available_after bigint NOT NULL,
    PRIMARY KEY (company_id, source_id, step)
  )`,
  'CREATE UNIQUE INDEX ledger_transactions_sequence ON ledger_transactions (company_id, sequence)',
  // What can happen once in the life of its source: the last guard against money moved twice.
  `CREATE UNIQUE INDEX ledger_transactions_once ON ledger_transactions (company_id, source_id, kind)
    WHERE kind IN ('opening_balance', 'payin_approved', 'payout_created', 'payout_completed',
      'payout_returned')`,
  // The last guard against a refund that ends twice.
  `CREATE UNIQUE INDEX ledger_transactions_refund_end
    ON ledger_transactions (company_id, source_id)
    WHERE kind IN ('refund_done', 'refund_released')`,
  `CREATE INDEX ledger_transactions_period
    ON ledger_transactions (company_id, created_at, sequence)`,

  `CREATE TABLE ledger_entries (
    company_id text NOT NULL,
    source_id text NOT NULL,
    step integer NOT NULL,
    account text NOT NULL,
    amount bigint NOT NULL CHECK (amount <> 0),
    PRIMARY KEY (company_id, source_id, step, account)
  )`,

  // Entries of transactions of months that are long over, a partition a month, as `webhooks.ts`
  // tells. The transactions stay: their keys are the last guard against money moved twice, and an
  // entry that is missing beside its transaction is here.
  `CREATE TABLE ledger_entries_archive (
    company_id text NOT NULL,
    source_id text NOT NULL,
    step integer NOT NULL,
    account text NOT NULL,
    amount bigint NOT NULL CHECK (amount <> 0),
    sequence bigint NOT NULL,
    created_at timestamptz NOT NULL,
    PRIMARY KEY (company_id, source_id, step, account, created_at)
  ) PARTITION BY RANGE (created_at)`,
  // How far a company's entries were moved.
  'CREATE INDEX ledger_entries_archive_sequence ON ledger_entries_archive (company_id, sequence)',
  `CREATE VIEW ledger_entries_all AS
    SELECT company_id, source_id, step, account, amount FROM ledger_entries
    UNION ALL SELECT company_id, source_id, step, account, amount FROM ledger_entries_archive`,

  // Its rows are also the lock of a company's money, which orders its postings.
  `CREATE TABLE ledger_balances (
    company_id text NOT NULL,
    account text NOT NULL,
    balance bigint NOT NULL,
    PRIMARY KEY (company_id, account),
    CHECK (CASE account WHEN 'clearing' THEN true WHEN 'debt' THEN balance <= 0
      ELSE balance >= 0 END)
  )`,

  // Payins that hold money in reserve, until when. A row lives until its term is over.
  `CREATE TABLE ledger_reserves (
    company_id text NOT NULL,
    payin_id text NOT NULL,
    due_at timestamptz NOT NULL,
    PRIMARY KEY (company_id, payin_id)
  )`,
  'CREATE INDEX ledger_reserves_due ON ledger_reserves (company_id, due_at)',
];
