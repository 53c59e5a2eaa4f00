import type { ReserveStore } from '../reserve.ts';
import type { Db } from './db.ts';

export function createReserveStore(db: Db): ReserveStore {
  return {
    async retain(tx, { companyId, payinId, dueAt }) {
      await tx.query({
        name: 'reserve_retain',
        text: `INSERT INTO ledger_reserves (company_id, payin_id, due_at) VALUES ($1, $2, $3)
          ON CONFLICT (company_id, payin_id) DO UPDATE SET due_at = excluded.due_at`,
        values: [companyId, payinId, dueAt],
      });
    },

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
