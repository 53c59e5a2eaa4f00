import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { link, open, rm } from 'node:fs/promises';
import * as z from 'zod/mini';
import type { RandomBytes } from '../crypto/envelope.ts';

/**
 * A backup is a text file of lines: the header, then the rows of each table, in the order and
 * number the header says, each row as JSON by column, and last the SHA-256 of all bytes before.
 * Rows go through here as they are: no number of theirs is read into one of ours.
 */
export const BACKUP_FORMAT = 'checkout-backup-1';

export const backupHeaderSchema = z.object({
  format: z.literal(BACKUP_FORMAT),
  /** The id of the last migration the tables have. */
  migration: z.int(),
  /** ISO 8601, real time. */
  at: z.string(),
  /** Rows by table. */
  tables: z.record(z.string(), z.int().check(z.minimum(0))),
});
export type BackupHeader = z.infer<typeof backupHeaderSchema>;

const checksumSchema = z.object({ sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/)) });

/** The file cannot be made, or is none of ours, not whole, or changed; `message` says which. */
export class BackupFileProblem extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'BackupFileProblem';
  }
}

export type BackupWriter = { write(line: string): Promise<void> };

/**
 * Writes a backup that appears whole or not at all, readable by its owner alone. Throws
 * `BackupFileProblem` where there is a file of that name or none can be made.
 */
export async function writeBackupFile(
  path: string,
  randomBytes: RandomBytes,
  write: (writer: BackupWriter) => Promise<void>,
): Promise<void> {
  const draft = `${path}.${Buffer.from(randomBytes(8)).toString('hex')}`;
  const file = await open(draft, 'wx', 0o600).catch((cause: unknown) => {
    throw new BackupFileProblem('cannot be made there', cause);
  });
  try {
    await writeWhole(file, write);
    await link(draft, path).catch((cause: unknown) => {
      throw new BackupFileProblem('is there already', cause);
    });
  } finally {
    await rm(draft, { force: true });
  }
}

async function writeWhole(
  file: FileHandle,
  write: (writer: BackupWriter) => Promise<void>,
): Promise<void> {
  const hash = createHash('sha256');
  try {
    await write({
      async write(line) {
        const bytes = Buffer.from(`${line}\n`);
        hash.update(bytes);
        await file.writeFile(bytes);
      },
    });
    await file.writeFile(`${JSON.stringify({ sha256: hash.digest('hex') })}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
}

/**
 * Reads a backup once from end to end and gives its header. Throws `BackupFileProblem` where it
 * cannot be read, is no backup, or has another checksum or number of rows than it says.
 */
export async function checkBackupFile(path: string): Promise<BackupHeader> {
  const hash = createHash('sha256');
  let header: BackupHeader | null = null;
  let rows = -1;
  let held: Buffer | null = null;
  for await (const line of linesOf(path)) {
    if (held !== null) {
      header ??= parseHeader(held);
      hash.update(held).update('\n');
      rows += 1;
    }
    held = line;
  }
  if (header === null || held === null) throw new BackupFileProblem('is no backup');
  const expected = Object.values(header.tables).reduce((sum, count) => sum + count, 0);
  const checksum = parseLine(checksumSchema, held);
  if (rows !== expected || checksum?.sha256 !== hash.digest('hex')) {
    throw new BackupFileProblem('is not whole, or was changed');
  }
  return header;
}

/** The rows of a backup that was checked, some at a time. */
export async function* rowsOfBackup(
  path: string,
  { tables }: BackupHeader,
): AsyncGenerator<{ table: string; rows: string[] }> {
  const waiting = Object.entries(tables).filter(([, count]) => count > 0);
  const lines = linesOf(path);
  await lines.next();
  for (const [table, count] of waiting) {
    for (let read = 0; read < count; ) {
      const rows: string[] = [];
      for (; rows.length < MAX_BATCH && read < count; read += 1) {
        const { value } = await lines.next();
        if (value === undefined) throw new BackupFileProblem('changed while it was read');
        rows.push(value.toString('utf8'));
      }
      yield { table, rows };
    }
  }
  await lines.return(undefined);
}

const MAX_BATCH = 500;

/** By the byte 0x0A alone: a text in a row may hold other marks that some take for a line's end. */
async function* linesOf(path: string): AsyncGenerator<Buffer, undefined> {
  let rest: Buffer = Buffer.alloc(0);
  try {
    for await (const chunk of createReadStream(path)) {
      let bytes: Buffer = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
      for (let end = bytes.indexOf(0x0a); end !== -1; end = bytes.indexOf(0x0a)) {
        yield bytes.subarray(0, end);
        bytes = bytes.subarray(end + 1);
      }
      rest = bytes;
    }
  } catch (cause) {
    if (cause instanceof BackupFileProblem) throw cause;
    throw new BackupFileProblem('cannot be read', cause);
  }
  if (rest.length > 0) throw new BackupFileProblem('is not whole, or was changed');
}

function parseHeader(line: Buffer): BackupHeader {
  const header = parseLine(backupHeaderSchema, line);
  if (header === null) throw new BackupFileProblem('is no backup');
  return header;
}

function parseLine<Schema extends z.ZodMiniType>(
  schema: Schema,
  line: Buffer,
): z.output<Schema> | null {
  try {
    return schema.parse(JSON.parse(line.toString('utf8')));
  } catch {
    return null;
  }
}
