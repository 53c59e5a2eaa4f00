import type { Db } from '../../../base/shared/db.ts';
import type { ReserveStore } from '../../../domain/ledger/reserve.ts';
import { PUT_OFF_PREFIX } from '../../../domain/ledger/reserve.ts';
import { hasRows } from '../rows.ts';
import { raw, sql } from '../sql.ts';

export function createReserveStore(db: Db): ReserveStore {
  return {
    async listDue(companyId, { now, dueBy, limit }) {
      const rows = await db.query<{ payin_id: string }>(sql('reserve_due', companyId)`
        SELECT payin_id FROM ledger_reserves r WHERE company_id = $1 AND due_at <= ${now}
          AND NOT EXISTS (SELECT 1 FROM look_ups l WHERE l.company_id = $1
            AND l.subject_id = '${raw(PUT_OFF_PREFIX)}' || r.payin_id AND l.due_at > ${dueBy})
        ORDER BY due_at LIMIT ${limit}`);
      return rows.map((row) => row.payin_id);
    },

    end: async (tx, companyId, payinId, now) =>
      hasRows(tx, 'reserve_end', companyId)`DELETE FROM ledger_reserves
        WHERE company_id = $1 AND payin_id = ${payinId} AND due_at <= ${now} RETURNING payin_id`,
  };
}
