/**
 * What was available after each transaction, so that a page of a statement costs the same wherever
 * it lies. Null in a row that a build from before writes while it is being replaced.
 */
export const STATEMENT_COLUMN: readonly string[] = [
  'ALTER TABLE ledger_transactions ADD COLUMN available_after bigint',
  `UPDATE ledger_transactions t SET available_after = s.available_after FROM (
      SELECT t.company_id, t.sequence,
        sum(coalesce(e.amount, 0)) OVER (PARTITION BY t.company_id ORDER BY t.sequence)
          AS available_after
      FROM ledger_transactions t LEFT JOIN ledger_entries e ON e.company_id = t.company_id
        AND e.source_id = t.source_id AND e.step = t.step AND e.account = 'available'
    ) s WHERE t.company_id = s.company_id AND t.sequence = s.sequence`,
  `CREATE INDEX ledger_transactions_period
    ON ledger_transactions (company_id, created_at, sequence)`,
];
