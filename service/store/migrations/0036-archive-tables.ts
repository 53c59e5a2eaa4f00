const EVENT = `company_id, id, transaction_id, sequence, event, receiver, url, body, status,
  attempts, created_at`;
const ATTEMPT = 'company_id, event_id, number, at, outcome, duration_ms, signatures, answer';
const ENTRY = 'company_id, id, at, actor, action, subjects, result, code';

/**
 * What has ended in months that are long over, moved here from the tables of the same names, a
 * partition a month (UTC), made when the first row of its month comes: see `archive-months.ts`. What
 * an event's attempts were answered lies in the month of their event. The check also tells the
 * planner where not to look. The views are for whoever reads old months too; a condition on the
 * company has to stand outside of them, or no index gives their order.
 */
export const ARCHIVE_TABLES: readonly string[] = [
  `CREATE TABLE webhook_events_archive (
    company_id text NOT NULL,
    id text NOT NULL,
    transaction_id text NOT NULL,
    sequence integer NOT NULL,
    event text NOT NULL,
    receiver text NOT NULL,
    url text NOT NULL,
    body text NOT NULL,
    status text NOT NULL CHECK (status <> 'PENDING'),
    attempts jsonb NOT NULL,
    created_at timestamptz NOT NULL,
    PRIMARY KEY (company_id, id, created_at)
  ) PARTITION BY RANGE (created_at)`,
  `CREATE INDEX webhook_events_archive_newest ON webhook_events_archive (company_id, created_at)`,
  `CREATE INDEX webhook_events_archive_of_transaction
    ON webhook_events_archive (company_id, transaction_id)`,
  `CREATE INDEX webhook_events_archive_of_type
    ON webhook_events_archive (company_id, event, created_at)`,
  `CREATE INDEX webhook_events_archive_undelivered ON webhook_events_archive (company_id, created_at)
    WHERE status = 'UNDELIVERED'`,

  `CREATE TABLE webhook_attempts_archive (
    company_id text NOT NULL,
    event_id text NOT NULL,
    number integer NOT NULL,
    at timestamptz NOT NULL,
    outcome text NOT NULL,
    duration_ms integer NOT NULL,
    signatures integer NOT NULL,
    answer text,
    event_created_at timestamptz NOT NULL,
    PRIMARY KEY (company_id, event_id, number, event_created_at)
  ) PARTITION BY RANGE (event_created_at)`,

  `CREATE TABLE audit_entries_archive (
    company_id text NOT NULL,
    id text NOT NULL,
    at timestamptz NOT NULL,
    actor text NOT NULL,
    action text NOT NULL,
    subjects jsonb NOT NULL,
    result text NOT NULL,
    code text,
    PRIMARY KEY (company_id, id, at)
  ) PARTITION BY RANGE (at)`,
  'CREATE INDEX audit_entries_archive_newest ON audit_entries_archive (company_id, at)',
  `CREATE INDEX audit_entries_archive_of_payin
    ON audit_entries_archive (company_id, (subjects ->> 'payin'), at)
    WHERE subjects ->> 'payin' IS NOT NULL`,

  `CREATE VIEW webhook_events_all AS SELECT ${EVENT} FROM webhook_events
    UNION ALL SELECT ${EVENT} FROM webhook_events_archive`,
  `CREATE VIEW webhook_attempts_all AS SELECT ${ATTEMPT} FROM webhook_attempts
    UNION ALL SELECT ${ATTEMPT} FROM webhook_attempts_archive`,
  `CREATE VIEW audit_entries_all AS SELECT ${ENTRY} FROM audit_entries
    UNION ALL SELECT ${ENTRY} FROM audit_entries_archive`,
];
