import type { Db } from '../../../base/shared/db.ts';
import type { ReserveStore } from '../../../domain/ledger/reserve.ts';
import { PUT_OFF_PREFIX } from '../../../domain/ledger/reserve.ts';
import { hasRows } from '../rows.ts';

export function createReserveStore(db: Db): ReserveStore {
  return {
    async listDue(companyId, { now, dueBy, limit }) {
      const rows = await db.query<{ payin_id: string }>({
        name: 'reserve_due',
        text: `SELECT payin_id FROM ledger_reserves r WHERE company_id = $1 AND due_at <= $2
            AND NOT EXISTS (SELECT 1 FROM look_ups l WHERE l.company_id = $1
              AND l.subject_id = '${PUT_OFF_PREFIX}' || r.payin_id AND l.due_at > $4)
          ORDER BY due_at LIMIT $3`,
        values: [companyId, now, limit, dueBy],
      });
      return rows.map((row) => row.payin_id);
    },

    end: async (tx, companyId, payinId, now) =>
      hasRows(tx, {
        name: 'reserve_end',
        text: `DELETE FROM ledger_reserves
          WHERE company_id = $1 AND payin_id = $2 AND due_at <= $3 RETURNING payin_id`,
        values: [companyId, payinId, now],
      }),
  };
}
