import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { beforeEach, describe, expect, it } from 'vitest';
import { freePort } from '../../../scripts/system/free-port.mjs';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { openDb } from './open-db.ts';

const hasServer = process.env.TEST_DATABASE_URL !== undefined;

describe('openDb', () => {
  let dataDir: string;
  beforeEach(() => {
    dataDir = temporaryFolder('payments-open');
  });

  it('names DATABASE_URL when nobody answers there', async () => {
    const databaseUrl = `postgres://root:hunter2@127.0.0.1:${await freePort()}/db`;
    const error = await openDb({ databaseUrl, dataDir }).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({
      message:
        'DATABASE_URL names a server that cannot be reached (connection failed: ECONNREFUSED).',
    });
    expect(inspect(error, { depth: 9, showHidden: true })).not.toContain('hunter2');
  });

  it('names DATA_DIR when it holds what is no database', async () => {
    mkdirSync(join(dataDir, 'database'));
    writeFileSync(join(dataDir, 'database', 'PG_VERSION'), '9.6\n');
    await expect(openDb({ dataDir })).rejects.toThrow(
      'DATA_DIR holds no database that can be opened.',
    );
  });

  it('names DATA_DIR when another process has it', async () => {
    writeFileSync(join(dataDir, 'database.lock'), 'foreign');
    await expect(openDb({ dataDir })).rejects.toThrow(/^DATA_DIR has a lock file/);
  });

  it.skipIf(!hasServer)('opens the server named', { tags: 'needs-postgres' }, async () => {
    const databaseUrl = process.env.TEST_DATABASE_URL ?? '';
    const db = await openDb({ databaseUrl, dataDir });
    expect(db.engine).toBe('postgres');
    await db.close();
  });
});
