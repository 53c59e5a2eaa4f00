import { migrations } from './migrations.ts';

/** Tables that belong to no company, or are looked through before the company is known. */
export const GLOBAL_TABLES: readonly string[] = [
  'schema_migrations',
  'sealed_secrets',
  'credentials',
  'rate_limits',
  'provider_state',
  'authentication_transactions',
  'webhook_outbox',
  'provider_notices',
  'payment_page_addresses',
  'users',
  'user_recovery_codes',
  'user_sessions',
  'user_passkeys',
  'user_passkey_challenges',
  'write_probe',
];

const statements = migrations.flatMap((migration) => migration.statements);

/** All others, each keyed by its company first: what a distributed engine distributes on it. */
export const COMPANY_TABLES: readonly string[] = statements
  .map((statement) => /^CREATE (?:UNLOGGED )?TABLE (\w+)/.exec(statement)?.[1])
  .filter((table) => table !== undefined)
  .filter((table) => !GLOBAL_TABLES.includes(table));

/** Over tables of companies: rows of all months, those that were archived among them. */
export const COMPANY_VIEWS: readonly string[] = statements
  .map((statement) => /^CREATE VIEW (\w+)/.exec(statement)?.[1])
  .filter((view) => view !== undefined);
