import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Db } from './db.ts';
import { GLOBAL_TABLES } from './first-tables.ts';
import { testDatabases } from './test-db.ts';
import { THREEDS_GLOBAL_TABLES } from './three-d-secure-tables.ts';
import { WEBHOOK_GLOBAL_TABLES } from './webhook-tables.ts';

describe.each(testDatabases())('the schema on $engine', (database) => {
  let db: Db;
  beforeAll(async () => {
    db = await database.openMigrated();
  });
  afterAll(() => db.close());

  const query = <Row>(text: string) => db.query<Row>({ name: '', text, values: [] });

  it('leads every key of a company table with company_id', async () => {
    const keys = await query<{ table: string; index: string; first: string }>(
      `SELECT t.relname::text AS table, i.relname::text AS index, a.attname::text AS first
        FROM pg_index x JOIN pg_class t ON t.oid = x.indrelid JOIN pg_class i ON i.oid = x.indexrelid
        JOIN pg_namespace n ON n.oid = t.relnamespace
        JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = x.indkey[0]
        WHERE n.nspname = current_schema() AND t.relkind = 'r'`,
    );
    expect(keys.length).toBeGreaterThan(8);
    const globalTables = [...GLOBAL_TABLES, ...THREEDS_GLOBAL_TABLES, ...WEBHOOK_GLOBAL_TABLES];
    const wrong = keys.filter(
      (key) => !globalTables.includes(key.table) && key.first !== 'company_id',
    );
    expect(wrong).toEqual([]);
  });

  it('has a primary key on every table, and no foreign key across companies', async () => {
    const without = await query(
      `SELECT t.relname::text AS table FROM pg_class t
        JOIN pg_namespace n ON n.oid = t.relnamespace
        WHERE n.nspname = current_schema() AND t.relkind = 'r' AND NOT EXISTS (
          SELECT 1 FROM pg_index x WHERE x.indrelid = t.oid AND x.indisprimary)`,
    );
    expect(without).toEqual([]);
  });

  it('keeps CVVs out of the write-ahead log', async () => {
    const rows = await query<{ kind: string }>(
      `SELECT c.relpersistence::text AS kind FROM pg_class c
        JOIN pg_namespace n ON n.oid = c.relnamespace
        WHERE n.nspname = current_schema() AND c.relname = 'cvvs'`,
    );
    expect(rows).toEqual([{ kind: 'u' }]);
  });
});

describe('the statements of the stores', () => {
  const directory = fileURLToPath(new URL('.', import.meta.url));
  const statements = readdirSync(directory)
    .filter((name) => /^[a-z-]+\.ts$/.test(name))
    .flatMap((name) => {
      const source = readFileSync(`${directory}${name}`, 'utf8');
      return [...source.matchAll(/\bname: '(\w+)',\s*text:\s*(`[^`]*`|'[^']*')/g)].map((match) => ({
        file: name,
        name: String(match[1]),
        text: String(match[2]),
      }));
    });

  it('have names of their own', () => {
    const names = statements.map((statement) => statement.name);
    expect(names.length).toBeGreaterThan(30);
    expect(new Set(names).size).toBe(names.length);
  });

  it('name the company wherever they touch one of its tables', () => {
    const tables =
      'antifraud_sessions|card_tokens|cvvs|payins|declines|idempotency_keys|authentications|' +
      'ledger_transactions|ledger_entries|ledger_balances|payouts|pix_key_misses|webhook_events|webhook_signing';
    const touching = new RegExp(`\\b(?:FROM|INTO|UPDATE)\\s+(?:${tables})\\b`);
    const bound = /company_id = \$1|\(\s*company_id|VALUES \(\$1/;
    const touched = statements.filter((statement) => touching.test(statement.text));
    expect(touched.length).toBeGreaterThan(20);
    expect(touched.filter((statement) => !bound.test(statement.text))).toEqual([]);
  });
});
