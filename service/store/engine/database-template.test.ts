import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Db } from '../../base/shared/db.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { migrations } from '../migrations/migrations.ts';
import { COMPANY_TABLES, GLOBAL_TABLES } from '../migrations/tables.ts';
import { readOrMakeTemplate, readTemplate, templateName } from './database-template.ts';
import { migrate } from './migrate.ts';
import { openDb } from './open-db.ts';

describe('the template of a new database', () => {
  let folder: string;
  let dataDir: string;
  let whole: Uint8Array;
  let reads: (Uint8Array | null)[];
  const path = () => join(folder, templateName(migrations));
  const open = () =>
    openDb({
      dataDir,
      template: async () => {
        const read = await readTemplate(folder, migrations);
        reads.push(read);
        return read;
      },
    });
  const run = (db: Db, text: string) => db.query({ name: '', text, values: [] });

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'database-template-'));
    await readOrMakeTemplate(folder, migrations);
    whole = readFileSync(path());
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  beforeEach(() => {
    reads = [];
    dataDir = temporaryFolder('database-template');
  });
  afterEach(() => {
    writeFileSync(path(), whole);
  });

  it('has every table and nothing in them', async () => {
    const db = await open();
    expect(db.durability).toBe('power-loss');
    expect(reads).toEqual([expect.any(Uint8Array)]);
    expect(await migrate(db, migrations)).toEqual([]);
    for (const table of [...COMPANY_TABLES, ...GLOBAL_TABLES]) {
      if (table === 'schema_migrations') continue;
      expect([table, await run(db, `SELECT count(*) AS rows FROM ${table}`)]).toEqual([
        table,
        [{ rows: 0 }],
      ]);
    }
    await db.close();
  });

  it('makes a database that keeps what is written and can be vacuumed', async () => {
    const first = await open();
    await run(first, 'CREATE TABLE notes (text text)');
    await run(first, "INSERT INTO notes (text) VALUES ('kept')");
    await run(first, 'vacuum');
    await first.close();
    const second = await open();
    expect(await run(second, 'SELECT text FROM notes')).toEqual([{ text: 'kept' }]);
    expect(reads).toHaveLength(1);
    await second.close();
  });

  it('is not found by another engine or with other migrations', () => {
    const name = templateName(migrations);
    expect(readdirSync(folder)).toEqual([name]);
    expect(templateName(migrations, '0.0.1')).not.toBe(name);
    expect(templateName(migrations.slice(1))).not.toBe(name);
  });

  it('is none where it is missing or cut off', async () => {
    writeFileSync(path(), whole.subarray(0, 9_999));
    expect(await readTemplate(folder, migrations)).toBeNull();
    rmSync(path());
    expect(await readTemplate(folder, migrations)).toBeNull();
  });

  it('is done without where it is cut off', { tags: ['rare'] }, async () => {
    writeFileSync(path(), whole.subarray(0, 9_999));
    const db = await open();
    expect(reads).toEqual([null]);
    expect(await migrate(db, migrations)).toEqual(migrations.map(({ id }) => id));
    await db.close();
  });
});
