/** @module-tag minutes */

import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Db } from '../../base/shared/db.ts';
import { NoRoom } from '../../base/shared/db.ts';
import { errorDetail } from '../../base/shared/error-detail.ts';
import { readSettings } from '../../settings.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { embeddedTestDatabase } from '../../testing/test-db.ts';
import { openBackupAside } from './backup-aside.ts';

const dataDir = temporaryFolder('backup-aside');
const copyDir = join(dataDir, 'backup-copy');

/** Made where a service with such a database starts; no backup here comes as far as its reader. */
async function open(copyFiles: Db['copyFiles'], backupReader = join(dataDir, 'no-such-program')) {
  const db = await embeddedTestDatabase.openEmpty();
  const settings = { ...readSettings({}), dataDir, backupReader };
  const backUp = await openBackupAside(settings, {
    db: copyFiles === undefined ? db : { ...db, copyFiles },
    now: () => new Date('2026-11-24T12:00:00Z'),
  });
  await db.close();
  return backUp;
}

describe('a backup of the process that has the embedded database', () => {
  it('throws away at the start what was left of one that was killed', async () => {
    mkdirSync(join(copyDir, 'database'), { recursive: true });
    await open(async () => undefined);
    expect(existsSync(copyDir)).toBe(false);
  });

  it('is not made aside of a database that lies in no files', async () => {
    expect(await open(undefined)).toBeNull();
  });

  it('says that there is no room for a copy', async () => {
    const backUp = await open(() => Promise.reject(new NoRoom()));
    await expect(backUp?.(join(dataDir, 'file'), null)).rejects.toMatchObject({
      code: 'INVALID_DATA',
      details: [errorDetail('file', 'no_room')],
    });
    expect(existsSync(copyDir)).toBe(false);
  });

  it('breaks down where its thread cannot be started, and leaves no copy', async () => {
    const backUp = await open(async () => undefined);
    await expect(backUp?.(join(dataDir, 'file'), null)).rejects.toThrow(/no-such-program/);
    expect(existsSync(copyDir)).toBe(false);
  });
});
