import { existsSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Db } from '../../base/shared/db.ts';
import { NoRoom } from '../../base/shared/db.ts';
import { embeddedTemplate } from '../../testing/embedded-template.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { openEmbeddedDb } from './embedded-db.ts';

const home = temporaryFolder('copy-files');
afterEach(() => vi.useRealTimers());

const RARE = { tags: ['rare'] };
const CHECKPOINT_EVERY_MS = 60_000;

describe('a copy of the files of the embedded engine', () => {
  let dataDir = '';
  let copyDir = '';
  let opened = 0;
  beforeEach(() => {
    opened += 1;
    dataDir = join(home, `data-${opened}`);
    copyDir = join(home, `copy-${opened}`);
  });

  const run = <Row>(db: Db, text: string) => db.query<Row>({ name: '', text, values: [] });
  /** Two accounts of many rows each, between which money is moved. */
  const fill = async (db: Db) => {
    await run(db, 'CREATE TABLE money (owner text, part integer, amount bigint, note text)');
    await run(
      db,
      `INSERT INTO money SELECT owner, part, 100, repeat(owner, 400)
        FROM unnest(ARRAY['a', 'b']) owner, generate_series(1, 2000) part`,
    );
  };
  const move = (db: Db, part: number) =>
    db.transaction(async (tx) => {
      const change = (owner: string, amount: number) => ({
        name: '',
        text: `UPDATE money SET amount = amount + ${amount} WHERE owner = '${owner}' AND part = ${part}`,
        values: [],
      });
      await tx.query(change('a', -1));
      await tx.query(change('b', 1));
    });
  const sums = (db: Db) =>
    run(db, 'SELECT owner, sum(amount) AS sum FROM money GROUP BY owner ORDER BY owner');
  /** Copies with what `meanwhile` does at the nth file; gives what the copy has. */
  const copied = async <Row>(
    read: (copy: Db) => Promise<Row>,
    meanwhile: (db: Db, nth: number) => Promise<unknown>,
  ) => {
    let files = 0;
    let original: Db | null = null;
    const db = await openEmbeddedDb(dataDir, {
      template: embeddedTemplate,
      checkpointEveryMs: CHECKPOINT_EVERY_MS,
      copyHost: {
        async copyFile(from, to) {
          files += 1;
          if (original !== null && !from.includes('pg_wal') && !from.includes('pg_control')) {
            await meanwhile(original, files);
          }
          await copyFile(from, to);
        },
      },
    });
    original = db;
    await fill(db);
    await db.copyFiles?.(join(copyDir, 'database'));
    const copy = await openEmbeddedDb(copyDir);
    const seen = await read(copy);
    await copy.close();
    return { db, seen, files };
  };

  it('has what was committed until its end, of files that changed while they were copied', async () => {
    let moved = 0;
    const { db, seen, files } = await copied(sums, async (original, nth) => {
      if (nth % 10 !== 0) return;
      await move(original, nth);
      moved += 1;
      // What was answered is answered for good, before the copy is done.
      expect(await sums(original)).toEqual([
        { owner: 'a', sum: 200_000 - moved },
        { owner: 'b', sum: 200_000 + moved },
      ]);
    });
    expect(files).toBeGreaterThan(100);
    expect(moved).toBeGreaterThan(10);
    expect(seen).toEqual([
      { owner: 'a', sum: 200_000 - moved },
      { owner: 'b', sum: 200_000 + moved },
    ]);
    await move(db, 1);
    expect(await sums(db)).not.toEqual(seen);
    await db.close();
  });

  it('has all pieces of the log that were filled meanwhile', RARE, async () => {
    const { db, seen } = await copied(sums, async (original, nth) => {
      if (nth % 60 !== 0) return;
      await move(original, 1);
      await run(original, 'SELECT pg_switch_wal()');
    });
    expect(seen).toEqual(await sums(db));
    await db.close();
  });

  it('is made without a checkpoint, which would let go of the log it needs', RARE, async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const checkpoint = (on: Db) =>
      run(on, 'SELECT checkpoint_lsn AS place FROM pg_control_checkpoint()');
    const places: unknown[] = [];
    const { db } = await copied(sums, async (original, nth) => {
      if (nth % 60 !== 0) return;
      await move(original, 1);
      vi.advanceTimersByTime(CHECKPOINT_EVERY_MS);
      places.push(await checkpoint(original));
    });
    expect(places.length).toBeGreaterThan(2);
    expect(places).toEqual(places.map(() => places[0]));
    vi.advanceTimersByTime(CHECKPOINT_EVERY_MS);
    expect(await checkpoint(db)).not.toEqual(places[0]);
    await db.close();
  });

  it('knows of tables that were made and dropped meanwhile', RARE, async () => {
    const tables = (on: Db) =>
      run<{ name: string }>(
        on,
        "SELECT relname::text AS name FROM pg_class WHERE relname IN ('early', 'late', 'money')",
      );
    let hasChanged = false;
    const { db, seen } = await copied(
      async (copy) => [await tables(copy), await run(copy, 'SELECT n FROM late')],
      async (original) => {
        if (hasChanged) return;
        hasChanged = true;
        await run(original, 'DROP TABLE money');
        await run(original, 'CREATE TABLE late AS SELECT 7 AS n');
      },
    );
    expect(seen).toEqual([[{ name: 'late' }], [{ n: 7 }]]);
    await db.close();
  });

  it('is refused where the disk has no room, and leaves nothing', async () => {
    let freeMegabytes = 250;
    const db = await openEmbeddedDb(dataDir, {
      template: embeddedTemplate,
      copyHost: { freeBytes: async () => freeMegabytes * 1024 * 1024 },
    });
    await expect(db.copyFiles?.(copyDir)).rejects.toBeInstanceOf(NoRoom);
    expect(existsSync(copyDir)).toBe(false);
    freeMegabytes = 300;
    await expect(db.copyFiles?.(copyDir)).resolves.toBeUndefined();
    await db.close();
  });
});
