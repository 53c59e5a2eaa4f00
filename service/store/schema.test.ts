import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { opened } from '../testing/opened.ts';
import { statementDatabases } from '../testing/test-db.ts';
import { migrations } from './migrations/migrations.ts';
import { COMPANY_TABLES, COMPANY_VIEWS, GLOBAL_TABLES } from './migrations/tables.ts';

describe.each(statementDatabases())('the schema on $engine', (database) => {
  const db = opened(database.openMigrated);

  const query = <Row>(text: string) => db.query<Row>({ name: '', text, values: [] });

  it('leads every key of a company table with company_id', async () => {
    const keys = await query<{ table: string; index: string; first: string }>(
      `SELECT t.relname::text AS table, i.relname::text AS index, a.attname::text AS first
        FROM pg_index x JOIN pg_class t ON t.oid = x.indrelid JOIN pg_class i ON i.oid = x.indexrelid
        JOIN pg_namespace n ON n.oid = t.relnamespace
        JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = x.indkey[0]
        WHERE n.nspname = current_schema() AND t.relkind IN ('r', 'p')`,
    );
    expect(keys.length).toBeGreaterThan(8);
    const wrong = keys.filter(
      (key) => !GLOBAL_TABLES.includes(key.table) && key.first !== 'company_id',
    );
    expect(wrong).toEqual([]);
  });

  it('has the tables that the lists name, and no others', async () => {
    const tables = await query<{ name: string }>(
      `SELECT t.relname::text AS name FROM pg_class t JOIN pg_namespace n ON n.oid = t.relnamespace
        WHERE n.nspname = current_schema() AND t.relkind IN ('r', 'p', 'v', 'm', 'S', 'f')`,
    );
    const names = tables.map(({ name }) => name).sort();
    const listed = [...GLOBAL_TABLES, ...COMPANY_TABLES, ...COMPANY_VIEWS];
    expect(names).toEqual(listed.sort());
  });

  it('has no foreign key and no trigger, which no distributed engine needs then', async () => {
    const found = await query(
      `SELECT c.conname::text AS name FROM pg_constraint c
        JOIN pg_namespace n ON n.oid = c.connamespace
        WHERE n.nspname = current_schema() AND (c.contype IN ('f', 't', 'x') OR c.condeferrable)
        UNION ALL SELECT g.tgname::text FROM pg_trigger g JOIN pg_class t ON t.oid = g.tgrelid
        JOIN pg_namespace n ON n.oid = t.relnamespace WHERE n.nspname = current_schema()`,
    );
    expect(found).toEqual([]);
  });

  it('has a primary key on every table', async () => {
    const without = await query(
      `SELECT t.relname::text AS table FROM pg_class t
        JOIN pg_namespace n ON n.oid = t.relnamespace
        WHERE n.nspname = current_schema() AND t.relkind IN ('r', 'p') AND NOT EXISTS (
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

describe('the path to a distributed engine', () => {
  const readme = readFileSync(new URL('./README.md', import.meta.url), 'utf8');
  const namedUnder = (heading: string) => {
    const part = readme.split(`### ${heading}\n`)[1]?.split('\n#')[0] ?? '';
    return [...part.matchAll(/^\| `(\w+)`/gm)].map(([, name]) => name).sort();
  };

  it('names every table once, on the side where the schema has it', () => {
    expect(namedUnder('Distributed on `company_id`')).toEqual([...COMPANY_TABLES].sort());
    expect(namedUnder('Global')).toEqual([...GLOBAL_TABLES].sort());
  });

  it('needs no statement that such an engine lacks', () => {
    const statements = migrations.flatMap((migration) => migration.statements).join(';\n');
    const lacking =
      /SERIAL|CREATE SEQUENCE|GENERATED|TRIGGER|EXTENSION|REFERENCES|DEFERRABLE|advisory/i;
    expect(statements).not.toMatch(lacking);
  });
});
