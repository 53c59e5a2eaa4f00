import { fsyncSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Db } from '../../base/shared/db.ts';
import { DbUnavailable } from '../../base/shared/db.ts';
import { embeddedTemplate } from '../../testing/embedded-template.ts';
import { sql } from '../../testing/sql.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { embeddedTestDatabase } from '../../testing/test-db.ts';
import { dbCases } from './db.cases.ts';
import { openEmbeddedDb } from './embedded-db.ts';

describe('the embedded engine', () => {
  dbCases(embeddedTestDatabase.openEmpty);
});

describe('the embedded engine on a disk', () => {
  let dataDir: string;
  const disk = { syncs: 0, isBroken: false };
  const fsync = (descriptor: number): void => {
    if (disk.isBroken) throw new Error('input/output error');
    fsyncSync(descriptor);
    disk.syncs += 1;
  };
  const broken: (string | null)[] = [];
  const onBroken = (code: string | null) => void broken.push(code);
  const open = () => openEmbeddedDb(dataDir, { fsync, onBroken, checkpointEveryMs: 60_000 });
  const run = (db: Db, text: string) => db.query({ name: '', text, values: [] });
  const insert = (db: Db, id: number) =>
    db.transaction(async (tx) => {
      for (const half of ['left', 'right']) {
        await tx.query({
          name: 'insert_row',
          text: 'INSERT INTO rows (id, half) VALUES ($1, $2)',
          values: [id, half],
        });
      }
    });

  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'payments-embedded-'));
    const db = await openEmbeddedDb(dataDir, { template: embeddedTemplate });
    await run(db, 'CREATE TABLE rows (id integer, half text)');
    await db.close();
  });
  afterEach(() => {
    disk.isBroken = false;
  });
  afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

  it('syncs once for a commit, and never for a read or a rollback', async () => {
    const db = await open();
    expect(db.durability).toBe('power-loss');
    await insert(db, 1);
    const before = disk.syncs;
    await insert(db, 2);
    expect(disk.syncs - before).toBe(1);
    await run(db, 'SELECT id FROM rows');
    await expect(db.transaction(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(disk.syncs - before).toBe(1);
    await db.close();
  });

  it('does not acknowledge a commit that the disk refused, nor anything after it', async () => {
    const db = await open();
    await insert(db, 3);
    disk.isBroken = true;
    await expect(insert(db, 4)).rejects.toBeInstanceOf(DbUnavailable);
    disk.isBroken = false;
    await expect(insert(db, 5)).rejects.toBeInstanceOf(DbUnavailable);
    await expect(run(db, 'SELECT id FROM rows')).rejects.toBeInstanceOf(DbUnavailable);
    expect(await db.isUp()).toBe(false);
    expect(broken).toHaveLength(1);
    await db.close();
    expect(broken).toHaveLength(1);

    const reopened = await open();
    const rows = await run(reopened, 'SELECT id FROM rows WHERE id IN (3, 5) ORDER BY id');
    expect(rows).toEqual([{ id: 3 }, { id: 3 }]);
    await reopened.close();
  });

  it('checkpoints what was written, so that its log does not grow for ever', async () => {
    const db = await openEmbeddedDb(dataDir, { checkpointEveryMs: 5 });
    const checkpoint = async () =>
      await run(db, 'SELECT checkpoint_lsn AS place FROM pg_control_checkpoint()');
    const before = await checkpoint();
    await insert(db, 6);
    await vi.waitFor(async () => expect(await checkpoint()).not.toEqual(before), {
      timeout: 30_000,
    });
    await db.close();
  });

  it('does not keep the plans of an empty table for a full one', async () => {
    const db = await open();
    await run(
      db,
      'CREATE TABLE parcels (shop text, id text, label char(2000), PRIMARY KEY (shop, id))',
    );
    await run(db, 'CREATE UNIQUE INDEX parcels_label ON parcels (shop, label)');
    const change = () =>
      db.query({
        name: 'parcel_change',
        text: 'UPDATE parcels SET label = label WHERE shop = $1 AND id = $2 AND label <> $3',
        values: ['one', '7', ''],
      });
    // A plan for any values is made once there were five for given ones.
    for (let times = 0; times < 6; times += 1) await change();
    await run(
      db,
      `INSERT INTO parcels (shop, id, label)
        SELECT 'one', number::text, number::text FROM generate_series(1, 2000) number`,
    );
    for (let times = 0; times < 1_000; times += 1) await run(db, 'SELECT 1');
    const plan = await run(db, "explain (costs off) execute parcel_change('one', '7', '')");
    expect(JSON.stringify(plan)).toContain('parcels_pkey');
    await db.close();
  });

  it('lets a transaction choose its isolation first, whenever plans are made anew', async () => {
    const db = await open();
    // Plans are due at one of these statements.
    for (let times = 0; times < 1_000; times += 1) {
      await db.transaction((tx) => sql(tx)`SET TRANSACTION ISOLATION LEVEL REPEATABLE READ`);
    }
    await db.close();
  });

  it('leaves the exit code of the process as it was', async () => {
    const db = await open();
    await db.close();
    expect(process.exitCode).toBeUndefined();
  });

  it('says that it cannot open what is no database, and lets go of the directory', async () => {
    const broken = temporaryFolder('payments-embedded');
    mkdirSync(join(broken, 'database'));
    writeFileSync(join(broken, 'database', 'PG_VERSION'), '9.6\n');
    await expect(openEmbeddedDb(broken)).rejects.toThrow();
    rmSync(join(broken, 'database'), { recursive: true });
    const db = await openEmbeddedDb(broken, { template: embeddedTemplate });
    expect(await db.isUp()).toBe(true);
    await db.close();
  });
});
