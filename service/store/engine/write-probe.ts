import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { Statement } from '../../base/shared/db.ts';
import { DbUnavailable } from '../../base/shared/db.ts';

/**
 * Writes to the log and commits, and changes nothing; no row where the database only lets itself be
 * read, as a standby does and some hosts make it where its disk is full.
 */
export const WRITE_PROBE: Statement = {
  name: 'write_probe',
  text: `SELECT pg_logical_emit_message(true, 'health', '')
    WHERE current_setting('transaction_read_only') = 'off'`,
  values: [],
};

/**
 * Has a table and its index grow on a server, to be taken back: `TRUNCATE` gives them new files, in
 * which nothing is free, and the rollback removes them. A full disk refuses this as it refuses a
 * payment. Decision: the table is unlogged and always empty, so that this is in no log; where another
 * process has it, or a dump reads it, nobody waits, and nothing is proved.
 */
export const GROWTH_PROBE: readonly Statement[] = [
  'LOCK TABLE write_probe IN ACCESS EXCLUSIVE MODE NOWAIT',
  'TRUNCATE write_probe',
  'INSERT INTO write_probe (filler) SELECT generate_series(1, 2000)',
].map((text) => ({ name: '', text, values: [] }));

/** Some pages: what a payment makes the files of tables and indexes grow by. */
const GROWTH = new Uint8Array(64 * 1024);

/**
 * Throws `DbUnavailable` where the file system has no room for tables to grow. The log alone does not show it: it
 * lies in files of a fixed size, in which there is room for a while.
 */
export function proveRoom(directory: string, fsync: (descriptor: number) => void): void {
  const path = join(directory, 'write-probe');
  const descriptor = openSync(path, 'w', 0o600);
  try {
    for (let written = 0; written < GROWTH.length; ) {
      written += writeSync(descriptor, GROWTH, written);
    }
    fsync(descriptor);
  } catch (error) {
    const isFull = error instanceof Error && 'code' in error && error.code === 'ENOSPC';
    throw new DbUnavailable(error, isFull ? '53100' : '58030');
  } finally {
    closeSync(descriptor);
    rmSync(path, { force: true });
  }
}
