import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { brokenRuleSchema } from '../../../contract/errors/api-error.ts';
import type { BackUp } from './backup.ts';
import { namingFile } from './backup.ts';
import { BackupFileProblem, backupHeaderSchema } from './backup-file.ts';

/** What a reader of its own is told: the copy's folder, and the backup it is to write. */
export const backupJobSchema = z.object({
  copyDir: z.string(),
  path: z.string(),
  recipient: z.nullable(z.string()),
  at: z.string(),
});
export type BackupJob = z.infer<typeof backupJobSchema>;

export const backupReplySchema = z.union([
  z.object({ header: backupHeaderSchema }),
  z.object({ problem: brokenRuleSchema }),
]);
export type BackupReply = z.infer<typeof backupReplySchema>;

export type AsideServices = {
  /** Throws `BackupFileProblem` where the disk could not take the copy. */
  copyFiles: (folder: string) => Promise<void>;
  /** Where the copy lies meanwhile; whatever is there is thrown away. */
  copyDir: string;
  /** Opens the database in `copyDir` and writes the backup, beside whoever is paid meanwhile. */
  readCopy: (job: BackupJob) => Promise<BackupReply>;
  now: () => Date;
};

/** The files are copied, taking as much room again, and read there, so that nobody waits. */
export function createBackupAside({ copyFiles, copyDir, readCopy, now }: AsideServices): BackUp {
  return (path, recipient) =>
    namingFile(async () => {
      await removeCopy(copyDir);
      try {
        await mkdir(copyDir, { recursive: true, mode: 0o700 });
        await copyFiles(join(copyDir, 'database'));
        const reply = await readCopy({ copyDir, path, recipient, at: now().toISOString() });
        if ('problem' in reply) throw new BackupFileProblem(reply.problem);
        return reply.header;
      } finally {
        await removeCopy(copyDir);
      }
    });
}

/** Also one that was left by a process that was killed. */
export async function removeCopy(copyDir: string): Promise<void> {
  await rm(copyDir, { recursive: true, force: true });
}
