/**
 * What each attempt to deliver an event was answered, for whoever looks for a fault. And what finds
 * events by what became of them and by their type: rare ones stand among very many that were taken.
 */
export const WEBHOOK_ATTEMPT_TABLES: readonly string[] = [
  `CREATE TABLE webhook_attempts (
    company_id text NOT NULL,
    event_id text NOT NULL,
    number integer NOT NULL,
    at timestamptz NOT NULL,
    outcome text NOT NULL,
    duration_ms integer NOT NULL,
    signatures integer NOT NULL,
    answer text,
    PRIMARY KEY (company_id, event_id, number)
  )`,
  `CREATE INDEX webhook_events_waiting ON webhook_events (company_id, created_at)
    WHERE status = 'PENDING'`,
  'CREATE INDEX webhook_events_of_type ON webhook_events (company_id, event, created_at)',
];
