import type { Db } from '../../../base/shared/db.ts';
import type { Archive } from '../../../domain/upkeep/archive.ts';
import { ensureMonth, monthOf } from '../upkeep/archive-months.ts';

/**
 * Entries go in the order of their transactions, which no time contradicts. An entry never changes,
 * so a payin that money comes back to after years only adds others.
 */
export function ledgerArchive(db: Db): Pick<Archive, 'moveLedgerEntries'> {
  return {
    async moveLedgerEntries(companyId, { before, limit }) {
      const [first] = await db.query<{ sequence: number; created_at: Date }>({
        name: 'archive_next_transaction',
        text: `SELECT sequence, created_at FROM ledger_transactions WHERE company_id = $1
            AND sequence > coalesce((SELECT max(sequence) FROM ledger_entries_archive
              WHERE company_id = $1), 0)
          ORDER BY sequence LIMIT 1`,
        values: [companyId],
      });
      if (first === undefined || first.created_at >= before) return 0;
      await db.transaction((tx) => ensureMonth(tx, 'ledger_entries_archive', first.created_at));
      const { end } = monthOf(first.created_at);
      return db.transaction(async (tx) => {
        // Who moves the same at the same time waits here, and finds nothing left of it: none is passed
        // over that the other may not move after all.
        const rows = await tx.query<{ source_id: string; step: number }>({
          name: 'archive_lock_transactions',
          text: `SELECT source_id, step FROM ledger_transactions WHERE company_id = $1
              AND sequence >= $2 AND sequence < $3 AND created_at < $4 AND created_at < $5
            ORDER BY sequence FOR UPDATE`,
          values: [companyId, first.sequence, first.sequence + limit, before, end],
        });
        const moved = await tx.query({
          name: 'archive_move_ledger',
          text: `WITH asked AS (
              SELECT * FROM json_to_recordset($2::json) AS a (source_id text, step integer)
            ), moved AS (
              DELETE FROM ledger_entries e USING asked a
              WHERE e.company_id = $1 AND e.source_id = a.source_id AND e.step = a.step
              RETURNING e.source_id, e.step, e.account, e.amount)
            INSERT INTO ledger_entries_archive
              (company_id, source_id, step, account, amount, sequence, created_at)
            SELECT $1, m.source_id, m.step, m.account, m.amount, t.sequence, t.created_at FROM moved m
            JOIN ledger_transactions t ON t.company_id = $1 AND t.source_id = m.source_id
              AND t.step = m.step
            RETURNING sequence`,
          values: [companyId, JSON.stringify(rows)],
        });
        return moved.length;
      });
    },
  };
}
