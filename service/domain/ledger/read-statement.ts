import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { invalidField } from '../../base/shared/api-error.ts';
import { isNamedCsv, NAMED_CSV } from '../../providers/named-csv.ts';
import type {
  OpenStatement,
  StatementLine,
  StatementPeriod,
  StatementReader,
} from '../../providers/statement.ts';
import { refuseLine } from '../../providers/statement.ts';

/** So many lines are looked up and written at once. */
const BATCH = 2_000;
/** Of PagBank a thousand movements; what is longer is no statement, and is never held. */
const MAX_LINE_BYTES = 8 * 1024 * 1024;
const NEW_LINE = 10;

/** `fingerprint` tells a file from another one. */
export type ReadStatement = { fingerprint: string; period: StatementPeriod | null };

/**
 * Reads a statement piece by piece, whatever its size, and gives its lines batch by batch. 400
 * INVALID_DATA names the line that is not as `own` reads it, or as a CSV with named columns.
 */
export async function readStatement(
  path: string,
  own: StatementReader = NAMED_CSV,
  take: (lines: StatementLine[]) => Promise<void> = async () => undefined,
): Promise<ReadStatement> {
  const hash = createHash('sha256');
  const utf8 = new TextDecoder('utf-8', { fatal: true });
  let reader = own;
  let open: OpenStatement | null = null;
  let count = 0;
  let batch: StatementLine[] = [];

  function textOf(bytes: Buffer): string {
    if (reader.isLatin) return bytes.toString('latin1');
    try {
      return utf8.decode(bytes);
    } catch {
      return refuseLine(count, 'text in UTF-8');
    }
  }

  function read(bytes: Buffer): void {
    count += 1;
    if (open === null) {
      if (isNamedCsv(bytes.toString('latin1'))) reader = NAMED_CSV;
      open = reader.open();
    }
    const text = textOf(bytes).replace(/\r$/, '');
    if (text !== '') batch.push(...open.read(text, count));
  }

  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of chunksOf(path)) {
    hash.update(chunk);
    const bytes = Buffer.concat([rest, chunk]);
    let start = 0;
    for (let end = bytes.indexOf(NEW_LINE); end !== -1; end = bytes.indexOf(NEW_LINE, start)) {
      read(bytes.subarray(start, end));
      start = end + 1;
      if (batch.length < BATCH) continue;
      await take(batch);
      batch = [];
    }
    rest = bytes.subarray(start);
    if (rest.length > MAX_LINE_BYTES) refuseLine(count + 1, 'an end within 8 MB');
  }
  if (rest.length > 0) read(rest);
  const opened: OpenStatement = open ?? refuseLine(1, `a statement: ${own.title}`);
  const period = opened.end(count);
  await take(batch);
  return { fingerprint: hash.digest('hex').slice(0, 32), period };
}

async function* chunksOf(path: string): AsyncGenerator<Buffer> {
  try {
    yield* createReadStream(path, { highWaterMark: 256 * 1024 });
  } catch {
    throw invalidField('file', 'unknown');
  }
}
