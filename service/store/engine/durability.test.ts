/** @module-tag minutes */

import { existsSync, watch } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildProgram, ChildProgram } from '../../testing/child-program.ts';
import { embeddedTemplate } from '../../testing/embedded-template.ts';
import { sql } from '../../testing/sql.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { openEmbeddedDb } from './embedded-db.ts';

const RARE = { tags: ['rare'] };

describe('an embedded database whose process is killed', () => {
  let program: string;
  let dataDir: string;

  beforeAll(async () => {
    program = await buildProgram(new URL('../../testing/durability-writer.ts', import.meta.url));
  });
  beforeEach(() => {
    dataDir = temporaryFolder('payments-durability');
  });

  const makeDatabase = async () => {
    const db = await openEmbeddedDb(dataDir, { template: embeddedTemplate });
    await db.close();
  };
  const readPairs = async () => {
    const db = await openEmbeddedDb(dataDir);
    const pairs = await sql<{ number: number; halves: number }>(db)`
      SELECT number, count(half) AS halves FROM pairs GROUP BY number ORDER BY number`;
    await db.close();
    return pairs;
  };

  async function expectAllKept(times: readonly number[]): Promise<void> {
    await makeDatabase();
    let next = 0;
    const acknowledged = new Set<number>();
    for (const acknowledgements of times) {
      const writer = new ChildProgram(program, dataDir, String(next));
      await writer.untilLines(1 + acknowledgements);
      await writer.kill();
      const [greeting, ...numbers] = writer.lines;
      expect(greeting).toBe('open power-loss');
      expect(numbers.length).toBeGreaterThanOrEqual(acknowledgements);
      for (const number of numbers) acknowledged.add(Number(number));

      const pairs = await readPairs();
      expect(pairs.filter(({ halves }) => halves !== 2)).toEqual([]);
      const kept = new Set(pairs.map(({ number }) => number));
      expect([...acknowledged].filter((number) => !kept.has(number))).toEqual([]);
      next = Math.max(...kept) + 1;
    }
    expect(acknowledged.size).toBeGreaterThanOrEqual(Math.max(...times));
  }

  it('has every acknowledged row, and no half of a transaction, twice', () =>
    expectAllKept([2, 150]));

  it('has them time after time', RARE, () => expectAllKept([1, 40, 400, 7]));

  it('starts anew when it was killed while its first files were made', async () => {
    const appeared = new Promise<void>((resolve) => {
      const watcher = watch(dataDir, (_event, name) => {
        if (name !== 'database.new') return;
        watcher.close();
        resolve();
      });
    });
    const writer = new ChildProgram(program, dataDir);
    await appeared;
    await writer.kill();
    expect(existsSync(join(dataDir, 'database'))).toBe(false);

    const db = await openEmbeddedDb(dataDir, { template: embeddedTemplate });
    expect(await db.isUp()).toBe(true);
    expect(existsSync(join(dataDir, 'database.new'))).toBe(false);
    await db.close();
  });

  it('is refused to a second process while the first one lives', RARE, async () => {
    await makeDatabase();
    const writer = new ChildProgram(program, dataDir);
    await writer.untilLines(2);
    await expect(openEmbeddedDb(dataDir)).rejects.toThrow(
      `DATA_DIR is in use by process ${writer.pid}.`,
    );
    await writer.kill();
    expect((await readPairs()).length).toBeGreaterThanOrEqual(1);
  });
});
