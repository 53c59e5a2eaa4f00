import type { Db, Queryable } from '../../../base/shared/db.ts';
import type { Archive } from '../../../domain/upkeep/archive.ts';
import { firstOf } from '../rows.ts';
import { among, raw, sql } from '../sql.ts';
import type { ArchiveTable } from './archive-months.ts';
import { ensureMonth, monthOf } from './archive-months.ts';

const EVENT = `id, transaction_id, sequence, event, receiver, url, body, status, attempts,
  created_at`;
const ATTEMPT = 'event_id, number, at, outcome, duration_ms, signatures, answer';
const ENTRY = 'id, at, actor, action, subjects, result, code';

/** Nothing changes it any more but somebody who has it sent again. */
const HAS_ENDED = `((status = 'DELIVERED' AND created_at < $2)
  OR (status = 'UNDELIVERED' AND created_at < $3))`;

/** A batch is of one month of one company, and one transaction. */
export function createArchive(db: Db): Archive {
  async function makeMonth(tables: readonly ArchiveTable[], at: Date): Promise<void> {
    for (const table of tables) await db.transaction((tx) => ensureMonth(tx, table, at));
  }

  return {
    ...ledgerArchive(db),

    async moveEvents(companyId, { deliveredBefore, undeliveredBefore, limit }) {
      const which = [companyId, deliveredBefore, undeliveredBefore] as const;
      const oldest = await firstOf<{ created_at: Date }>(db, 'archive_oldest_event', ...which)`
        SELECT created_at FROM webhook_events WHERE company_id = $1 AND ${raw(HAS_ENDED)}
        ORDER BY created_at LIMIT 1`;
      if (oldest === null) return 0;
      await makeMonth(['webhook_events_archive', 'webhook_attempts_archive'], oldest.created_at);
      const { start, end } = monthOf(oldest.created_at);
      return db.transaction(async (tx) => {
        const rows = await tx.query<{ id: string }>(sql('archive_lock_events', ...which)`
          SELECT id FROM webhook_events WHERE company_id = $1 AND ${raw(HAS_ENDED)}
            AND created_at >= ${start} AND created_at < ${end}
          ORDER BY created_at LIMIT ${limit} FOR UPDATE SKIP LOCKED`);
        await moveEvents(tx, companyId, among(rows.map(({ id }) => id)));
        return rows.length;
      });
    },

    async moveAuditEntries(companyId, { before, limit }) {
      const [oldest] = await db.query<{ at: Date }>(sql('archive_oldest_entry', companyId)`
        SELECT at FROM audit_entries WHERE company_id = $1 AND at < ${before} ORDER BY at LIMIT 1`);
      if (oldest === undefined) return 0;
      await makeMonth(['audit_entries_archive'], oldest.at);
      const { start, end } = monthOf(oldest.at);
      return db.transaction(async (tx) => {
        const rows = await tx.query<{ id: string }>(sql('archive_lock_entries', companyId)`
          SELECT id FROM audit_entries WHERE company_id = $1 AND at < ${before}
          AND at >= ${start} AND at < ${end} ORDER BY at LIMIT ${limit} FOR UPDATE SKIP LOCKED`);
        await tx.query(sql('archive_move_entries', companyId)`WITH moved AS (
            DELETE FROM audit_entries
            WHERE company_id = $1 AND id = ${among(rows.map(({ id }) => id))}
            RETURNING ${raw(ENTRY)})
          INSERT INTO audit_entries_archive (company_id, ${raw(ENTRY)})
          SELECT $1, ${raw(ENTRY)} FROM moved`);
        return rows.length;
      });
    },
  };
}

/** `ids`: any of these, whose rows are locked. */
async function moveEvents(tx: Queryable, companyId: string, ids: ReturnType<typeof among>) {
  await tx.query(sql('archive_move_attempts', companyId)`WITH moved AS (
      DELETE FROM webhook_attempts WHERE company_id = $1 AND event_id = ${ids}
      RETURNING ${raw(ATTEMPT)})
    INSERT INTO webhook_attempts_archive (company_id, ${raw(ATTEMPT)}, event_created_at)
    SELECT $1, ${raw(ATTEMPT)}, e.created_at FROM moved
    JOIN webhook_events e ON e.company_id = $1 AND e.id = moved.event_id`);
  await tx.query(sql('archive_move_events', companyId)`WITH moved AS (
      DELETE FROM webhook_events WHERE company_id = $1 AND id = ${ids}
        RETURNING ${raw(EVENT)})
    INSERT INTO webhook_events_archive (company_id, ${raw(EVENT)})
    SELECT $1, ${raw(EVENT)} FROM moved`);
}

/**
 * Brings an event and its attempts back out of the archive; gives whether it was there. A younger
 * event of the same transaction may have its number by now: it goes before all of them.
 */
export async function bringEventBack(
  tx: Queryable,
  companyId: string,
  id: string,
): Promise<boolean> {
  const rows = await tx.query(sql('archive_bring_event_back', companyId)`WITH back AS (
      DELETE FROM webhook_events_archive WHERE company_id = $1 AND id = ${id}
        RETURNING ${raw(EVENT)})
    INSERT INTO webhook_events (company_id, ${raw(EVENT)})
    SELECT $1, id, transaction_id, least(sequence, (SELECT min(w.sequence) - 1
        FROM webhook_events w WHERE w.company_id = $1
          AND w.transaction_id = back.transaction_id)),
      event, receiver, url, body, status, attempts, created_at FROM back RETURNING id`);
  if (rows.length === 0) return false;
  await tx.query(sql('archive_bring_attempts_back', companyId)`WITH back AS (
      DELETE FROM webhook_attempts_archive WHERE company_id = $1 AND event_id = ${id}
      RETURNING ${raw(ATTEMPT)})
    INSERT INTO webhook_attempts (company_id, ${raw(ATTEMPT)})
    SELECT $1, ${raw(ATTEMPT)} FROM back`);
  return true;
}

/**
 * Entries go in the order of their transactions, which no time contradicts. An entry never changes,
 * so a payin that money comes back to after years only adds others.
 */
function ledgerArchive(db: Db): Pick<Archive, 'moveLedgerEntries'> {
  return {
    async moveLedgerEntries(companyId, { before, limit }) {
      type First = { sequence: number; created_at: Date };
      const first = await firstOf<First>(db, 'archive_next_transaction', companyId)`
        SELECT sequence, created_at FROM ledger_transactions WHERE company_id = $1
          AND sequence > coalesce((SELECT max(sequence) FROM ledger_entries_archive
            WHERE company_id = $1), 0)
        ORDER BY sequence LIMIT 1`;
      if (first === null || first.created_at >= before) return 0;
      await db.transaction((tx) => ensureMonth(tx, 'ledger_entries_archive', first.created_at));
      const { end } = monthOf(first.created_at);
      return db.transaction(async (tx) => {
        // Who moves the same at the same time waits here, and finds nothing left of it: none is passed
        // over that the other may not move after all.
        const rows = await tx.query(sql('archive_lock_transactions', companyId)`
          SELECT source_id, step FROM ledger_transactions WHERE company_id = $1
            AND sequence >= ${first.sequence} AND sequence < ${first.sequence + limit}
            AND created_at < ${before} AND created_at < ${end}
          ORDER BY sequence FOR UPDATE`);
        const moved = await tx.query(sql('archive_move_ledger', companyId)`WITH asked AS (
            SELECT * FROM json_to_recordset(${JSON.stringify(rows)}::json) AS a (source_id text,
              step integer)
          ), moved AS (
            DELETE FROM ledger_entries e USING asked a
            WHERE e.company_id = $1 AND e.source_id = a.source_id AND e.step = a.step
            RETURNING e.source_id, e.step, e.account, e.amount)
          INSERT INTO ledger_entries_archive
            (company_id, source_id, step, account, amount, sequence, created_at)
          SELECT $1, m.source_id, m.step, m.account, m.amount, t.sequence, t.created_at FROM moved m
          JOIN ledger_transactions t ON t.company_id = $1 AND t.source_id = m.source_id
            AND t.step = m.step
          RETURNING sequence`);
        return moved.length;
      });
    },
  };
}
