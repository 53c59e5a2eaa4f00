/**
 * Entries of transactions of months that are long over, a partition a month (UTC), as in
 * `0036-archive-tables.ts`. The transactions stay: their keys are the last guard against money moved
 * twice, and an entry that is missing beside its transaction is here.
 */
export const LEDGER_ARCHIVE: readonly string[] = [
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
  `CREATE INDEX ledger_entries_archive_sequence ON ledger_entries_archive (company_id, sequence)`,
  `CREATE VIEW ledger_entries_all AS
    SELECT company_id, source_id, step, account, amount FROM ledger_entries
    UNION ALL SELECT company_id, source_id, step, account, amount FROM ledger_entries_archive`,
];
