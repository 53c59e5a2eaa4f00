const ENTRY = 'company_id, id, at, actor, action, subjects, result, code';
const ENTRY_COLUMNS = `company_id text NOT NULL,
    id text NOT NULL,
    at timestamptz NOT NULL,
    actor text NOT NULL,
    action text NOT NULL,
    subjects jsonb NOT NULL,
    result text NOT NULL,
    code text,`;

/**
 * What operators did. Append-only: no statement changes a row, or removes one but to archive it.
 * The archive has a partition a month, as `webhooks.ts` tells.
 */
export const AUDIT_TABLES: readonly string[] = [
  `CREATE TABLE audit_entries (
    ${ENTRY_COLUMNS}
    PRIMARY KEY (company_id, id)
  )`,
  'CREATE INDEX audit_entries_newest ON audit_entries (company_id, at)',
  // What was done to a payin by people; most entries are of something else.
  `CREATE INDEX audit_entries_of_payin ON audit_entries (company_id, (subjects ->> 'payin'), at)
    WHERE subjects ->> 'payin' IS NOT NULL`,

  `CREATE TABLE audit_entries_archive (
    ${ENTRY_COLUMNS}
    PRIMARY KEY (company_id, id, at)
  ) PARTITION BY RANGE (at)`,
  'CREATE INDEX audit_entries_archive_newest ON audit_entries_archive (company_id, at)',
  `CREATE INDEX audit_entries_archive_of_payin
    ON audit_entries_archive (company_id, (subjects ->> 'payin'), at)
    WHERE subjects ->> 'payin' IS NOT NULL`,
  `CREATE VIEW audit_entries_all AS SELECT ${ENTRY} FROM audit_entries
    UNION ALL SELECT ${ENTRY} FROM audit_entries_archive`,
];
