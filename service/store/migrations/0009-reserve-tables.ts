/**
 * Payins that hold money in reserve, until when. A row lives until its term is over. What was
 * retained before there was a term has the usual one.
 */
export const RESERVE_TABLES: readonly string[] = [
  `CREATE TABLE ledger_reserves (
    company_id text NOT NULL,
    payin_id text NOT NULL,
    due_at timestamptz NOT NULL,
    PRIMARY KEY (company_id, payin_id)
  )`,
  'CREATE INDEX ledger_reserves_due ON ledger_reserves (company_id, due_at)',
  `INSERT INTO ledger_reserves (company_id, payin_id, due_at)
    SELECT t.company_id, t.source_id, max(t.created_at) + interval '30 days'
    FROM ledger_transactions t JOIN ledger_entries e ON e.company_id = t.company_id
      AND e.source_id = t.source_id AND e.step = t.step
    WHERE e.account = 'reserve' GROUP BY t.company_id, t.source_id HAVING sum(e.amount) > 0`,
];
