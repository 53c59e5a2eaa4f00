/** What each attempt to deliver an event was answered, for whoever looks for a fault. */
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
];
