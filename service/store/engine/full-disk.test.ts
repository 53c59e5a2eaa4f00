/** @module-tag minutes */

import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Db } from '../../base/shared/db.ts';
import { DbUnavailable, refusalOf } from '../../base/shared/db.ts';
import { embeddedTemplate } from '../../testing/embedded-template.ts';
import { mountSmallDisk } from '../../testing/small-disk.ts';
import { openEmbeddedDb } from './embedded-db.ts';

const disk = mountSmallDisk('96m');
const folder = disk?.folder ?? '';

// The same is simulated, whoever runs it, in `embedded-db.test.ts` and `full-disk-process.test.ts`.
describe.skipIf(disk === null)('the embedded engine on a full disk', { tags: 'needs-root' }, () => {
  let db: Db;
  const broken: (string | null)[] = [];
  const run = (text: string) => db.query({ name: '', text, values: [] });
  const insert = () =>
    run("INSERT INTO rows SELECT n, repeat('x', 1000) FROM generate_series(1, 500) n");
  /** Fills what room the log's own files have. */
  const log = () => run("SELECT pg_logical_emit_message(true, 'test', repeat('x', 100000))");

  beforeAll(async () => {
    db = await openEmbeddedDb(folder, {
      template: embeddedTemplate,
      onBroken: (code) => broken.push(code),
    });
    await run('CREATE TABLE rows (id integer, text text)');
  });
  afterAll(async () => {
    await db.close();
    disk?.unmount();
  });

  it('is up again once tables can grow, stops without a log, and keeps what it took', async () => {
    expect(await db.isUp()).toBe(true);
    const filler = disk?.fill() ?? '';
    await expect(insert()).rejects.toBeInstanceOf(DbUnavailable);
    const told: unknown[] = [];
    expect(await db.isUp((error) => told.push(refusalOf(error)))).toBe(false);
    expect(told).toEqual(['53100']);
    rmSync(filler);
    expect(await db.isUp()).toBe(true);
    await insert();
    expect(broken).toEqual([]);

    // It says once that it has stopped, where its log has no room either.
    disk?.fill();
    const untilBroken = async () => {
      for (;;) await log();
    };
    await expect(untilBroken()).rejects.toBeInstanceOf(DbUnavailable);
    expect(broken).toEqual(['53100']);
    rmSync(filler);
    await expect(insert()).rejects.toBeInstanceOf(DbUnavailable);
    expect(await db.isUp()).toBe(false);
    expect(broken).toEqual(['53100']);

    // It has everything that was acknowledged once it is opened anew.
    await db.close();
    db = await openEmbeddedDb(folder, { template: embeddedTemplate });
    expect(await run('SELECT count(*)::integer AS rows FROM rows')).toEqual([{ rows: 500 }]);
    expect(await db.isUp()).toBe(true);
  });
});
