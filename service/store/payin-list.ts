import type { ListedPayin, PayinListStore } from '../payins/payin-list.ts';
import type { Db } from '../shared/db.ts';

type Row = {
  id: string;
  reference_id: string;
  status: ListedPayin['status'];
  payment_method: ListedPayin['paymentMethod'];
  amount: number;
  refunded_amount: number;
  created_at: Date;
};

/** Decision: no index serves it, since every payin would pay for what an operator seldom asks. */
export function createPayinListStore(db: Db): PayinListStore {
  return {
    async list(companyId, { status, referenceId, from, until, limit }) {
      const rows = await db.query<Row>({
        name: 'payin_list',
        text: `SELECT id, reference_id, status, payment_method, amount, refunded_amount, created_at
          FROM payins WHERE company_id = $1 AND charge_state <> 'reserved'
            AND ($2::text IS NULL OR status = $2)
            AND ($3::text IS NULL OR reference_id = $3)
            AND ($4::timestamptz IS NULL OR created_at >= $4)
            AND ($5::timestamptz IS NULL OR created_at <= $5)
          ORDER BY created_at DESC, id LIMIT $6`,
        values: [companyId, status, referenceId, from, until, limit],
      });
      return rows.map((row) => ({
        id: row.id,
        referenceId: row.reference_id,
        status: row.status,
        paymentMethod: row.payment_method,
        amount: row.amount,
        refundedAmount: row.refunded_amount,
        createdAt: row.created_at,
      }));
    },
  };
}
