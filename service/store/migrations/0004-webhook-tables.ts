/** What is to be sent, looked through by time and receiver before the company is known. */
export const WEBHOOK_GLOBAL_TABLES: readonly string[] = ['webhook_outbox'];

/**
 * Events with what became of them, the queue of those that wait, and the secrets that sign them. A
 * row of the queue lives until its event is delivered or given up. `due_at` is the next attempt;
 * while somebody has the lease, its end.
 */
export const WEBHOOK_TABLES: readonly string[] = [
  `CREATE TABLE webhook_events (
    company_id text NOT NULL,
    id text NOT NULL,
    transaction_id text NOT NULL,
    sequence integer NOT NULL,
    event text NOT NULL,
    receiver text NOT NULL,
    url text NOT NULL,
    body text NOT NULL,
    status text NOT NULL,
    attempts jsonb NOT NULL,
    created_at timestamptz NOT NULL,
    PRIMARY KEY (company_id, id),
    UNIQUE (company_id, transaction_id, sequence)
  )`,
  'CREATE INDEX webhook_events_newest ON webhook_events (company_id, created_at)',

  `CREATE TABLE webhook_outbox (
    company_id text NOT NULL,
    event_id text NOT NULL,
    transaction_id text NOT NULL,
    sequence integer,
    receiver text NOT NULL,
    due_at timestamptz NOT NULL,
    lease_owner text,
    failures integer NOT NULL,
    PRIMARY KEY (company_id, event_id)
  )`,
  'CREATE INDEX webhook_outbox_due ON webhook_outbox (receiver, due_at)',
  `CREATE INDEX webhook_outbox_order ON webhook_outbox (company_id, transaction_id, sequence)`,

  `CREATE TABLE webhook_signing (
    company_id text PRIMARY KEY,
    sealed_secret bytea NOT NULL,
    key_version integer NOT NULL,
    sealed_previous bytea,
    previous_key_version integer,
    previous_until timestamptz
  )`,
];
