/** What operators did. Append-only: no statement changes a row, or removes one but to archive it. */
export const AUDIT_TABLES: readonly string[] = [
  `CREATE TABLE audit_entries (
    company_id text NOT NULL,
    id text NOT NULL,
    at timestamptz NOT NULL,
    actor text NOT NULL,
    action text NOT NULL,
    subjects jsonb NOT NULL,
    result text NOT NULL,
    code text,
    PRIMARY KEY (company_id, id)
  )`,
  'CREATE INDEX audit_entries_newest ON audit_entries (company_id, at)',
];
