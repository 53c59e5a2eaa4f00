import type { Db, Queryable } from '../../../base/shared/db.ts';
import type { Archive } from '../../../domain/upkeep/archive.ts';
import { ledgerArchive } from '../ledger/ledger-archive.ts';
import type { ArchiveTable } from './archive-months.ts';
import { ensureMonth, monthOf } from './archive-months.ts';

const EVENT = `id, transaction_id, sequence, event, receiver, url, body, status, attempts,
  created_at`;
const ATTEMPT = 'event_id, number, at, outcome, duration_ms, signatures, answer';
const ENTRY = 'id, at, actor, action, subjects, result, code';

/** Nothing changes it any more but somebody who has it sent again. */
const HAS_ENDED = `((status = 'DELIVERED' AND created_at < $2)
  OR (status = 'UNDELIVERED' AND created_at < $3))`;
const GIVEN = 'ANY (ARRAY(SELECT json_array_elements_text($2::json)))';

/** A batch is of one month of one company, and one transaction. */
export function createArchive(db: Db): Archive {
  async function makeMonth(tables: readonly ArchiveTable[], at: Date): Promise<void> {
    for (const table of tables) await db.transaction((tx) => ensureMonth(tx, table, at));
  }

  return {
    ...ledgerArchive(db),

    async moveEvents(companyId, { deliveredBefore, undeliveredBefore, limit }) {
      const before = [deliveredBefore, undeliveredBefore] as const;
      const [oldest] = await db.query<{ created_at: Date }>({
        name: 'archive_oldest_event',
        text: `SELECT created_at FROM webhook_events WHERE company_id = $1 AND ${HAS_ENDED}
          ORDER BY created_at LIMIT 1`,
        values: [companyId, ...before],
      });
      if (oldest === undefined) return 0;
      await makeMonth(['webhook_events_archive', 'webhook_attempts_archive'], oldest.created_at);
      const { start, end } = monthOf(oldest.created_at);
      return db.transaction(async (tx) => {
        const rows = await tx.query<{ id: string }>({
          name: 'archive_lock_events',
          text: `SELECT id FROM webhook_events WHERE company_id = $1 AND ${HAS_ENDED}
            AND created_at >= $4 AND created_at < $5
            ORDER BY created_at LIMIT $6 FOR UPDATE SKIP LOCKED`,
          values: [companyId, ...before, start, end, limit],
        });
        await moveEvents(tx, companyId, JSON.stringify(rows.map(({ id }) => id)));
        return rows.length;
      });
    },

    async moveAuditEntries(companyId, { before, limit }) {
      const [oldest] = await db.query<{ at: Date }>({
        name: 'archive_oldest_entry',
        text: `SELECT at FROM audit_entries WHERE company_id = $1 AND at < $2
          ORDER BY at LIMIT 1`,
        values: [companyId, before],
      });
      if (oldest === undefined) return 0;
      await makeMonth(['audit_entries_archive'], oldest.at);
      const { start, end } = monthOf(oldest.at);
      return db.transaction(async (tx) => {
        const rows = await tx.query<{ id: string }>({
          name: 'archive_lock_entries',
          text: `SELECT id FROM audit_entries WHERE company_id = $1 AND at < $2
            AND at >= $3 AND at < $4 ORDER BY at LIMIT $5 FOR UPDATE SKIP LOCKED`,
          values: [companyId, before, start, end, limit],
        });
        await tx.query({
          name: 'archive_move_entries',
          text: `WITH moved AS (
              DELETE FROM audit_entries WHERE company_id = $1 AND id = ${GIVEN}
              RETURNING ${ENTRY})
            INSERT INTO audit_entries_archive (company_id, ${ENTRY}) SELECT $1, ${ENTRY} FROM moved`,
          values: [companyId, JSON.stringify(rows.map(({ id }) => id))],
        });
        return rows.length;
      });
    },
  };
}

/** `ids`: as the text of a JSON array; their rows are locked. */
async function moveEvents(tx: Queryable, companyId: string, ids: string): Promise<void> {
  await tx.query({
    name: 'archive_move_attempts',
    text: `WITH moved AS (
        DELETE FROM webhook_attempts WHERE company_id = $1 AND event_id = ${GIVEN}
        RETURNING ${ATTEMPT})
      INSERT INTO webhook_attempts_archive (company_id, ${ATTEMPT}, event_created_at)
      SELECT $1, ${ATTEMPT}, e.created_at FROM moved
      JOIN webhook_events e ON e.company_id = $1 AND e.id = moved.event_id`,
    values: [companyId, ids],
  });
  await tx.query({
    name: 'archive_move_events',
    text: `WITH moved AS (
        DELETE FROM webhook_events WHERE company_id = $1 AND id = ${GIVEN} RETURNING ${EVENT})
      INSERT INTO webhook_events_archive (company_id, ${EVENT}) SELECT $1, ${EVENT} FROM moved`,
    values: [companyId, ids],
  });
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
  const rows = await tx.query({
    name: 'archive_bring_event_back',
    text: `WITH back AS (
        DELETE FROM webhook_events_archive WHERE company_id = $1 AND id = $2 RETURNING ${EVENT})
      INSERT INTO webhook_events (company_id, ${EVENT})
      SELECT $1, id, transaction_id, least(sequence, (SELECT min(w.sequence) - 1
          FROM webhook_events w WHERE w.company_id = $1
            AND w.transaction_id = back.transaction_id)),
        event, receiver, url, body, status, attempts, created_at FROM back RETURNING id`,
    values: [companyId, id],
  });
  if (rows.length === 0) return false;
  await tx.query({
    name: 'archive_bring_attempts_back',
    text: `WITH back AS (
        DELETE FROM webhook_attempts_archive WHERE company_id = $1 AND event_id = $2
        RETURNING ${ATTEMPT})
      INSERT INTO webhook_attempts (company_id, ${ATTEMPT}) SELECT $1, ${ATTEMPT} FROM back`,
    values: [companyId, id],
  });
  return true;
}
