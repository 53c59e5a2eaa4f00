import type { Queryable } from '../../../base/shared/db.ts';
import { hasRows, run } from '../rows.ts';

/** By what time each archive lies in months. */
export const ARCHIVES = {
  audit_entries_archive: 'at',
  ledger_entries_archive: 'created_at',
  webhook_attempts_archive: 'event_created_at',
  webhook_events_archive: 'created_at',
} as const;

export type ArchiveTable = keyof typeof ARCHIVES;

/** Whoever reads or writes the archive meanwhile is let past; the next look tries again. */
const LOCK_TIMEOUT_MS = 500;

export function isArchive(table: string): table is ArchiveTable {
  return Object.hasOwn(ARCHIVES, table);
}

/** The month (UTC) that a moment is in: its start is in it, its end is not. */
export function monthOf(at: Date): { start: Date; end: Date } {
  const [year, month] = [at.getUTCFullYear(), at.getUTCMonth()];
  return { start: new Date(Date.UTC(year, month)), end: new Date(Date.UTC(year, month + 1)) };
}

/** `webhook_events_archive_2027_01`. */
function partitionOf(table: ArchiveTable, { start }: { start: Date }): string {
  return `${table}_${start.toISOString().slice(0, 7).replace('-', '_')}`;
}

/** Its partition is made beside the archive, which keeps nobody from reading or writing others. */
export async function ensureMonth(tx: Queryable, table: ArchiveTable, at: Date): Promise<void> {
  const month = monthOf(at);
  const name = partitionOf(table, month);
  if (await isAttached(tx, table, name)) return;
  await run(tx, `SET LOCAL lock_timeout = ${LOCK_TIMEOUT_MS}`);
  // Another process may be making it; it is seen once the lock is ours. Of the months themselves none
  // is locked: one that is being vacuumed would keep all others from being made.
  await run(tx, `LOCK TABLE ONLY ${table} IN SHARE UPDATE EXCLUSIVE MODE`);
  if (await isAttached(tx, table, name)) return;
  await run(tx, `CREATE TABLE ${name} (LIKE ${table} INCLUDING ALL)`);
  await run(
    tx,
    `ALTER TABLE ${table} ATTACH PARTITION ${name}
      FOR VALUES FROM ('${month.start.toISOString()}') TO ('${month.end.toISOString()}')`,
  );
}

async function isAttached(tx: Queryable, table: ArchiveTable, name: string): Promise<boolean> {
  return hasRows(tx, 'archive_month')`
    SELECT 1 AS one FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
    WHERE i.inhparent = to_regclass(${table}) AND c.relname = ${name}`;
}
