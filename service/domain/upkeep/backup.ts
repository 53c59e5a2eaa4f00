import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { brokenRuleSchema } from '../../../contract/errors/api-error.ts';
import type { RandomBytes } from '../../base/crypto/envelope.ts';
import { ApiError, invalidField, invalidFields } from '../../base/shared/api-error.ts';
import type { Queryable } from '../../base/shared/db.ts';
import { toDetail } from '../../base/shared/error-detail.ts';
import type { BackupHeader, BackupSource } from './backup-file.ts';
import {
  BACKUP_FORMAT,
  BackupFileProblem,
  backupHeaderSchema,
  checkBackupFile,
  rowsOfBackup,
  writeBackupFile,
} from './backup-file.ts';
import type { DatabaseCopies } from './database-copy.ts';

export type BackupServices = { copies: DatabaseCopies; randomBytes: RandomBytes; now: () => Date };

export type BackUp = (path: string, recipient: string | null) => Promise<BackupHeader>;

/**
 * All rows of one moment, mode 600; either engine can be filled from it. Personal data is in the
 * clear unless there is a `recipient`; cards, secrets and the root of hashes stay sealed under a
 * key it never holds. 400 INVALID_DATA of `file`.
 */
export async function backUp(
  path: string,
  recipient: string | null,
  services: BackupServices,
): Promise<BackupHeader> {
  return await namingFile(() => writeBackup(path, recipient, services));
}

/** Throws `BackupFileProblem` where there is one or none can be made. */
export async function writeBackup(
  path: string,
  recipient: string | null,
  { copies, randomBytes, now }: BackupServices,
): Promise<BackupHeader> {
  const header: BackupHeader = {
    format: BACKUP_FORMAT,
    migration: await copies.migrationLevel(),
    at: now().toISOString(),
    tables: {},
  };
  await writeBackupFile(path, { recipient, randomBytes }, (file) =>
    copies.copyTo({
      begin(tables) {
        header.tables = { ...tables };
        return file.write(JSON.stringify(header));
      },
      write: ({ rows }) => file.write(rows.join('\n')),
    }),
  );
  return header;
}

/**
 * In one transaction that ends with `afterwards`. 400 INVALID_DATA of `file`, also for another
 * level of migration; 409 ILLEGAL_TRANSITION for a database that is not empty.
 */
export async function restore(
  source: BackupSource,
  afterwards: (tx: Queryable, header: BackupHeader) => Promise<void>,
  { copies }: BackupServices,
): Promise<BackupHeader> {
  await requireEmpty(copies);
  const header = await namingFile(() => checkBackupFile(source));
  const level = await copies.migrationLevel();
  if (header.migration !== level) {
    throw invalidField('file', 'other_migration', { file: header.migration, database: level });
  }
  const tables = await copies.tables();
  if (!Object.keys(header.tables).every((table) => tables.includes(table))) {
    throw invalidField('file', 'not_a_backup');
  }
  await namingFile(() =>
    copies.fillFrom(() => rowsOfBackup(source, header), {
      beforehand: (tx) => requireEmpty(copies, tx),
      afterwards: (tx) => afterwards(tx, header),
    }),
  );
  return header;
}

async function requireEmpty(copies: DatabaseCopies, tx?: Queryable): Promise<void> {
  const filled = await copies.firstFilledTable(tx);
  if (filled === null) return;
  throw new ApiError('ILLEGAL_TRANSITION', `The database is not empty: ${filled} has rows.`);
}

export async function namingFile<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof BackupFileProblem) throw invalidFields([toDetail('file', error.fault)]);
    throw error;
  }
}

/** What a reader of its own is told: the copy's folder, and the backup it is to write. */
export const backupJobSchema = z.object({
  copyDir: z.string(),
  path: z.string(),
  recipient: z.nullable(z.string()),
  at: z.string(),
});

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
  readCopy: (job: z.infer<typeof backupJobSchema>) => Promise<BackupReply>;
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
