const EVENT = `company_id, id, transaction_id, sequence, event, receiver, url, body, status,
  attempts, created_at`;
const EVENT_COLUMNS = `company_id text NOT NULL,
    id text NOT NULL,
    transaction_id text NOT NULL,
    sequence integer NOT NULL,
    event text NOT NULL,
    receiver text NOT NULL,
    url text NOT NULL,
    body text NOT NULL,
    status text NOT NULL,
    attempts jsonb NOT NULL,
    created_at timestamptz NOT NULL,`;
const ATTEMPT = 'company_id, event_id, number, at, outcome, duration_ms, signatures, answer';
const ATTEMPT_COLUMNS = `company_id text NOT NULL,
    event_id text NOT NULL,
    number integer NOT NULL,
    at timestamptz NOT NULL,
    outcome text NOT NULL,
    duration_ms integer NOT NULL,
    signatures integer NOT NULL,
    answer text,`;

/**
 * Events with what became of them, the queue of those that wait, and the secrets that sign them.
 *
 * An archive has what ended in months that are long over, moved from the table of the same name, a
 * partition a month (UTC), made when the first row of its month comes: see `archive-months.ts`. The
 * views are for whoever reads old months too; a condition on the company has to stand outside of
 * them, or no index gives their order.
 */
export const WEBHOOK_TABLES: readonly string[] = [
  `CREATE TABLE webhook_events (
    ${EVENT_COLUMNS}
    PRIMARY KEY (company_id, id),
    UNIQUE (company_id, transaction_id, sequence)
  )`,
  'CREATE INDEX webhook_events_newest ON webhook_events (company_id, created_at)',
  // By what became of them and by their type: rare ones stand among very many that were taken.
  `CREATE INDEX webhook_events_waiting ON webhook_events (company_id, created_at)
    WHERE status = 'PENDING'`,
  `CREATE INDEX webhook_events_undelivered ON webhook_events (company_id, created_at)
    WHERE status = 'UNDELIVERED'`,
  'CREATE INDEX webhook_events_of_type ON webhook_events (company_id, event, created_at)',

  // The check also tells the planner where not to look.
  `CREATE TABLE webhook_events_archive (
    ${EVENT_COLUMNS}
    CHECK (status <> 'PENDING'),
    PRIMARY KEY (company_id, id, created_at)
  ) PARTITION BY RANGE (created_at)`,
  'CREATE INDEX webhook_events_archive_newest ON webhook_events_archive (company_id, created_at)',
  `CREATE INDEX webhook_events_archive_of_transaction
    ON webhook_events_archive (company_id, transaction_id)`,
  `CREATE INDEX webhook_events_archive_of_type
    ON webhook_events_archive (company_id, event, created_at)`,
  `CREATE INDEX webhook_events_archive_undelivered
    ON webhook_events_archive (company_id, created_at) WHERE status = 'UNDELIVERED'`,
  `CREATE VIEW webhook_events_all AS SELECT ${EVENT} FROM webhook_events
    UNION ALL SELECT ${EVENT} FROM webhook_events_archive`,

  // What each attempt to deliver an event was answered, for whoever looks for a fault.
  `CREATE TABLE webhook_attempts (
    ${ATTEMPT_COLUMNS}
    PRIMARY KEY (company_id, event_id, number)
  )`,
  // In the month of their event.
  `CREATE TABLE webhook_attempts_archive (
    ${ATTEMPT_COLUMNS}
    event_created_at timestamptz NOT NULL,
    PRIMARY KEY (company_id, event_id, number, event_created_at)
  ) PARTITION BY RANGE (event_created_at)`,
  `CREATE VIEW webhook_attempts_all AS SELECT ${ATTEMPT} FROM webhook_attempts
    UNION ALL SELECT ${ATTEMPT} FROM webhook_attempts_archive`,

  // A row lives until its event is delivered or given up. `due_at`: the next attempt; while somebody
  // has the lease, its end. `traceparent`: the span that the event came of, null where nothing is
  // traced.
  `CREATE TABLE webhook_outbox (
    company_id text NOT NULL,
    event_id text NOT NULL,
    transaction_id text NOT NULL,
    sequence integer,
    receiver text NOT NULL,
    due_at timestamptz NOT NULL,
    lease_owner text,
    failures integer NOT NULL,
    traceparent text,
    PRIMARY KEY (company_id, event_id)
  )`,
  'CREATE INDEX webhook_outbox_due ON webhook_outbox (receiver, due_at)',
  'CREATE INDEX webhook_outbox_order ON webhook_outbox (company_id, transaction_id, sequence)',

  `CREATE TABLE webhook_signing (
    company_id text PRIMARY KEY,
    sealed_secret bytea NOT NULL,
    key_version integer NOT NULL,
    sealed_previous bytea,
    previous_key_version integer,
    previous_until timestamptz
  )`,
];
