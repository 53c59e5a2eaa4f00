import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { broken } from '../../../contract/errors/broken-rule.ts';
import type { Db } from '../../base/shared/db.ts';
import { NoRoom } from '../../base/shared/db.ts';
import type { AsideServices, BackUp, BackupReply } from '../../domain/upkeep/backup.ts';
import { backupReplySchema, createBackupAside, removeCopy } from '../../domain/upkeep/backup.ts';
import { BackupFileProblem } from '../../domain/upkeep/backup-file.ts';
import type { Settings } from '../../settings.ts';

/** Null where the build has no program that reads the copy, or the database lies in no files. */
export async function openBackupAside(
  { dataDir, backupReader }: Settings,
  { db, now }: { db: Db; now: () => Date },
): Promise<BackUp | null> {
  if (db.copyFiles === undefined || backupReader === undefined) return null;
  const copyDir = join(dataDir, 'backup-copy');
  await removeCopy(copyDir);
  const copyFiles = async (folder: string): Promise<void> => {
    try {
      await db.copyFiles?.(folder);
    } catch (error) {
      if (!(error instanceof NoRoom)) throw error;
      throw new BackupFileProblem(broken('no_room'), error);
    }
  };
  return createBackupAside({ copyFiles, copyDir, readCopy: inWorker(backupReader), now });
}

/** In a thread of its own: the engine computes without a break while it opens and reads. */
function inWorker(program: string): AsideServices['readCopy'] {
  return (job) =>
    new Promise<BackupReply>((resolve, reject) => {
      const worker = new Worker(program, { workerData: job });
      worker.once('message', (reply: unknown) => resolve(backupReplySchema.parse(reply)));
      worker.once('error', reject);
      worker.once('exit', () => reject(new Error('the reader of the copy ended')));
    });
}
