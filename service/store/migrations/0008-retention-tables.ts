/** What finds the oldest answers without reading all of them. */
export const RETENTION_TABLES: readonly string[] = [
  'CREATE INDEX CONCURRENTLY idempotency_keys_started ON idempotency_keys (company_id, started_at)',
];
