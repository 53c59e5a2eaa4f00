import type { ReserveStore } from '../ledger/reserve.ts';
import type { Db } from '../shared/db.ts';

export function createReserveStore(db: Db): ReserveStore {
  return {
    async listDue(companyId, now, limit) {
      const rows = await db.query<{ payin_id: string }>({
        name: 'reserve_due',
        text: `SELECT payin_id FROM ledger_reserves WHERE company_id = $1 AND due_at <= $2
          ORDER BY due_at LIMIT $3`,
        values: [companyId, now, limit],
      });
      return rows.map((row) => row.payin_id);
    },

    async end(tx, companyId, payinId, now) {
      const rows = await tx.query({
        name: 'reserve_end',
        text: `DELETE FROM ledger_reserves
          WHERE company_id = $1 AND payin_id = $2 AND due_at <= $3 RETURNING payin_id`,
        values: [companyId, payinId, now],
      });
      return rows.length > 0;
    },
  };
}
