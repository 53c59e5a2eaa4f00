import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { link, open, rm } from 'node:fs/promises';
import * as z from 'zod/mini';
import type { BrokenRule } from '../../../contract/errors/broken-rule.ts';
import { broken } from '../../../contract/errors/broken-rule.ts';
import {
  AGE_VERSION,
  AgeProblem,
  decryptAge,
  openAgeEncrypter,
} from '../../base/crypto/age-file.ts';
import type { RandomBytes } from '../../base/crypto/envelope.ts';
import { inEnglish } from '../../base/shared/error-detail.ts';
import { failureCode } from '../../base/shared/failure-code.ts';

/**
 * Lines of text: the header, the rows of each table in its order and number, as JSON by column, and
 * the SHA-256 of all bytes before. No number of theirs is read into one of ours. Encrypted, all
 * that is the content of a file of `age`.
 */
export const BACKUP_FORMAT = 'checkout-backup-1';

export const backupHeaderSchema = z.object({
  format: z.literal(BACKUP_FORMAT),
  migration: z.int(),
  /** ISO 8601, real time. */
  at: z.string(),
  tables: z.record(z.string(), z.int().check(z.minimum(0))),
});
export type BackupHeader = z.infer<typeof backupHeaderSchema>;

const checksumSchema = z.object({ sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/)) });

/** The file cannot be made, or is none of ours, not whole, or changed. */
export class BackupFileProblem extends Error {
  readonly fault: BrokenRule;

  constructor(fault: BrokenRule, cause?: unknown) {
    super(inEnglish(fault), { cause });
    this.name = 'BackupFileProblem';
    this.fault = fault;
  }
}

export type BackupWriter = { write(line: string): Promise<void> };

/**
 * It appears whole or not at all, for its owner alone. `recipient`: the public key it is encrypted
 * to. Throws `BackupFileProblem` where there is one already or none can be made.
 */
export async function writeBackupFile(
  path: string,
  { recipient, randomBytes }: { recipient: string | null; randomBytes: RandomBytes },
  write: (writer: BackupWriter) => Promise<void>,
): Promise<void> {
  const draft = `${path}.${Buffer.from(randomBytes(8)).toString('hex')}`;
  const file = await open(draft, 'wx', 0o600).catch((cause: unknown) => {
    throw new BackupFileProblem(broken('unwritable', { reason: failureCode(cause) }), cause);
  });
  try {
    await writeWhole(file, recipient, write);
    await link(draft, path).catch((cause: unknown) => {
      throw new BackupFileProblem(broken('exists'), cause);
    });
  } finally {
    await rm(draft, { force: true });
  }
}

async function writeWhole(
  file: FileHandle,
  recipient: string | null,
  write: (writer: BackupWriter) => Promise<void>,
): Promise<void> {
  const hash = createHash('sha256');
  const take = (bytes: Uint8Array) => file.writeFile(bytes);
  try {
    const into = recipient === null ? inTheClear(take) : await openAgeEncrypter(recipient, take);
    await write({
      async write(line) {
        const bytes = Buffer.from(`${line}\n`);
        hash.update(bytes);
        await into.write(bytes);
      },
    });
    const checksum = Buffer.from(`${JSON.stringify({ sha256: hash.digest('hex') })}\n`);
    await into.write(checksum);
    await into.end();
    await file.sync();
  } finally {
    await file.close();
  }
}

function inTheClear(write: (bytes: Uint8Array) => Promise<void>) {
  return { write, end: () => Promise.resolve() };
}

export type BackupSource = { path: string; identity: string | null };

/** Throws `BackupFileProblem` where it cannot be read, or its checksum or numbers do not fit. */
export async function checkBackupFile(source: BackupSource): Promise<BackupHeader> {
  const hash = createHash('sha256');
  let header: BackupHeader | null = null;
  let rows = -1;
  let held: Buffer | null = null;
  for await (const line of linesOf(source)) {
    if (held !== null) {
      header ??= parseHeader(held);
      hash.update(held).update('\n');
      rows += 1;
    }
    held = line;
  }
  if (header === null || held === null) throw new BackupFileProblem(broken('not_a_backup'));
  const expected = Object.values(header.tables).reduce((sum, count) => sum + count, 0);
  const checksum = parseLine(checksumSchema, held);
  if (rows !== expected || checksum?.sha256 !== hash.digest('hex')) {
    throw new BackupFileProblem(broken('damaged'));
  }
  return header;
}

export async function* rowsOfBackup(
  source: BackupSource,
  { tables }: BackupHeader,
): AsyncGenerator<{ table: string; rows: string[] }> {
  const waiting = Object.entries(tables).filter(([, count]) => count > 0);
  const lines = linesOf(source);
  await lines.next();
  for (const [table, count] of waiting) {
    for (let read = 0; read < count; ) {
      const rows: string[] = [];
      for (; rows.length < MAX_BATCH && read < count; read += 1) {
        const { value } = await lines.next();
        if (value === undefined) throw new BackupFileProblem(broken('damaged'));
        rows.push(value.toString('utf8'));
      }
      yield { table, rows };
    }
  }
  await lines.return(undefined);
}

const MAX_BATCH = 500;

/** By the byte 0x0A alone: a text in a row may hold other marks that some take for a line's end. */
async function* linesOf({ path, identity }: BackupSource): AsyncGenerator<Buffer, undefined> {
  let rest: Buffer = Buffer.alloc(0);
  let isFirst = true;
  try {
    const bytesOfFile: AsyncIterable<Buffer> = createReadStream(path);
    for await (const chunk of identity === null ? bytesOfFile : decryptAge(bytesOfFile, identity)) {
      if (isFirst && identity === null && chunk.toString('latin1').startsWith(AGE_VERSION)) {
        throw new BackupFileProblem(broken('encrypted'));
      }
      isFirst = false;
      let bytes: Buffer = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
      for (let end = bytes.indexOf(0x0a); end !== -1; end = bytes.indexOf(0x0a)) {
        yield bytes.subarray(0, end);
        bytes = bytes.subarray(end + 1);
      }
      rest = bytes;
    }
  } catch (cause) {
    if (cause instanceof BackupFileProblem) throw cause;
    if (cause instanceof AgeProblem) throw new BackupFileProblem(broken(cause.kind), cause);
    throw new BackupFileProblem(broken('not_a_backup'), cause);
  }
  if (rest.length > 0) throw new BackupFileProblem(broken('damaged'));
}

function parseHeader(line: Buffer): BackupHeader {
  const header = parseLine(backupHeaderSchema, line);
  if (header === null) throw new BackupFileProblem(broken('not_a_backup'));
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
