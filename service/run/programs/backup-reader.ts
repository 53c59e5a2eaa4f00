import { parentPort, workerData } from 'node:worker_threads';
import { createRandomBytes } from '../../base/crypto/random-bytes.ts';
import type { BackupReply } from '../../domain/upkeep/backup.ts';
import { backupJobSchema, writeBackup } from '../../domain/upkeep/backup.ts';
import { BackupFileProblem } from '../../domain/upkeep/backup-file.ts';
import { openEmbeddedDb } from '../../store/engine/embedded-db.ts';
import { createDatabaseCopies } from '../../store/tables/upkeep/database-copy.ts';

/** A thread of the service. The copy is thrown away, so no disk is waited for. */
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
    if (error instanceof BackupFileProblem) return { problem: error.fault };
    throw error;
  } finally {
    await db.close();
  }
}

parentPort?.postMessage(await answer());
