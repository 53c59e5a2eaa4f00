import { GLOBAL_TABLES } from './0001-first-tables.ts';
import { THREEDS_GLOBAL_TABLES } from './0002-three-d-secure-tables.ts';
import { WEBHOOK_GLOBAL_TABLES } from './0004-webhook-tables.ts';
import { PROVIDER_GLOBAL_TABLES } from './0019-provider-tables.ts';
import { USER_GLOBAL_TABLES } from './0023-users.ts';
import { PASSKEY_GLOBAL_TABLES } from './0026-passkeys.ts';
import { migrations } from './migrations.ts';

/** Tables that belong to no company, or are looked through before the company is known. */
export const ALL_GLOBAL_TABLES: readonly string[] = [
  ...GLOBAL_TABLES,
  ...THREEDS_GLOBAL_TABLES,
  ...WEBHOOK_GLOBAL_TABLES,
  ...PROVIDER_GLOBAL_TABLES,
  ...USER_GLOBAL_TABLES,
  ...PASSKEY_GLOBAL_TABLES,
];

const statements = migrations.flatMap((migration) => migration.statements);

/** All others, each keyed by its company first: what a distributed engine distributes on it. */
export const COMPANY_TABLES: readonly string[] = statements
  .map((statement) => /^CREATE (?:UNLOGGED )?TABLE (\w+)/.exec(statement)?.[1])
  .filter((table) => table !== undefined)
  .filter((table) => !ALL_GLOBAL_TABLES.includes(table));

/** Over tables of companies: rows of all months, those that were archived among them. */
export const COMPANY_VIEWS: readonly string[] = statements
  .map((statement) => /^CREATE VIEW (\w+)/.exec(statement)?.[1])
  .filter((view) => view !== undefined);
