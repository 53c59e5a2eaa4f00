import { parentPort, workerData } from 'node:worker_threads';
import { createRandomBytes } from '../crypto/random-bytes.ts';
import { writeBackup } from '../maintenance/backup.ts';
import type { BackupReply } from '../maintenance/backup-aside.ts';
import { backupJobSchema } from '../maintenance/backup-aside.ts';
import { BackupFileProblem } from '../maintenance/backup-file.ts';
import { createDatabaseCopies } from '../store/database-copy.ts';
import { openEmbeddedDb } from '../store/engine/embedded-db.ts';

/**
 * A thread of the service: reads the copy of an embedded database and writes a backup of it. What is
 * written to the copy is thrown away with it, so no disk is waited for.
 */
async function answer(): Promise<BackupReply> {
  const { copyDir, path, recipient, at } = backupJobSchema.parse(workerData);
  const db = await openEmbeddedDb(copyDir, { fsync: () => undefined });
  try {
    const header = await writeBackup(path, recipient, {
      copies: createDatabaseCopies(db),
      randomBytes: createRandomBytes(),
      now: () => new Date(at),
    });
    return { header };
  } catch (error) {
    if (error instanceof BackupFileProblem) return { problem: error.message };
    throw error;
  } finally {
    await db.close();
  }
}

parentPort?.postMessage(await answer());
