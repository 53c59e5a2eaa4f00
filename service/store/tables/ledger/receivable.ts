import type { Db, Queryable } from '../../../base/shared/db.ts';
import type {
  DayAmount,
  DayDue,
  Receivable,
  ReceivableStore,
} from '../../../domain/ledger/receivable.ts';
import { WAITING_PUT_OFF } from '../../../domain/ledger/waiting.ts';
import { columnsOf } from '../columns.ts';
import { insertRows } from '../insert-rows.ts';

export const RECEIVABLES = columnsOf<Receivable>({
  companyId: 'company_id',
  payinId: 'payin_id',
  installment: 'installment',
  provider: 'provider',
  dueOn: 'due_on',
  amount: 'amount',
  fee: 'fee',
  returned: 'returned',
  waiting: 'waiting',
  paidOn: 'paid_on',
  paidAmount: 'paid_amount',
});

export function createReceivableStore(db: Db): ReceivableStore {
  return {
    listOf: async (companyId, payinIds) =>
      RECEIVABLES.all(db, {
        name: 'receivables_of',
        text: `SELECT ${RECEIVABLES.names} FROM receivables WHERE company_id = $1
          AND payin_id = ANY (ARRAY(SELECT json_array_elements_text($2::json)))
          ORDER BY payin_id, installment`,
        values: [companyId, JSON.stringify(payinIds)],
      }),

    lock: async (tx, companyId, payinId) =>
      RECEIVABLES.all(tx, {
        name: 'receivables_lock',
        text: `SELECT ${RECEIVABLES.names} FROM receivables
          WHERE company_id = $1 AND payin_id = $2 ORDER BY installment FOR UPDATE`,
        values: [companyId, payinId],
      }),

    put,

    async listDue(companyId, { day, dueBy, limit }) {
      const rows = await db.query<{ payin_id: string }>({
        name: 'receivables_due',
        text: `SELECT payin_id FROM receivables r
          WHERE company_id = $1 AND due_on <= $2 AND waiting IS NOT NULL
            AND NOT EXISTS (SELECT 1 FROM look_ups l WHERE l.company_id = $1
              AND l.subject_id = '${WAITING_PUT_OFF}' || r.payin_id AND l.due_at > $4)
          GROUP BY payin_id ORDER BY min(due_on), payin_id LIMIT $3`,
        values: [companyId, day, limit, dueBy],
      });
      return rows.map((row) => row.payin_id);
    },

    dueByDay: async (companyId, { after, limit }) =>
      db.query<DayDue>({
        name: 'receivables_by_day',
        text: `SELECT due_on AS date, sum(amount)::bigint AS amount, sum(fee)::bigint AS fee,
            sum(returned)::bigint AS returned
          FROM receivables WHERE company_id = $1 AND due_on > $2 AND paid_on IS NULL
          GROUP BY due_on ORDER BY due_on LIMIT $3`,
        values: [companyId, after, limit],
      }),

    waitingByDay: async (companyId, limit) =>
      db.query<DayAmount>({
        name: 'receivables_waiting',
        text: `SELECT due_on AS date, sum(waiting)::bigint AS amount FROM receivables
          WHERE company_id = $1 AND waiting > 0 GROUP BY due_on ORDER BY due_on LIMIT $2`,
        values: [companyId, limit],
      }),

    async markPaid(tx, companyId, paid) {
      await tx.query({
        name: 'receivables_paid',
        text: `UPDATE receivables r SET paid_on = a."paidOn", paid_amount = a."paidAmount"
          FROM json_to_recordset($2::json) AS a ("payinId" text, installment integer,
            "paidOn" text, "paidAmount" bigint)
          WHERE r.company_id = $1 AND r.payin_id = a."payinId" AND r.installment = a.installment
            AND r.paid_on IS NULL`,
        values: [companyId, JSON.stringify(paid)],
      });
    },
  };
}

async function put(tx: Queryable, receivables: readonly Receivable[]): Promise<void> {
  const [first] = receivables;
  if (first === undefined) return;
  const rows = receivables.map((one) => ({
    payin_id: one.payinId,
    installment: one.installment,
    provider: one.provider,
    due_on: one.dueOn,
    amount: one.amount,
    fee: one.fee,
    returned: one.returned,
    waiting: one.waiting,
  }));
  const onConflict = `ON CONFLICT (company_id, payin_id, installment)
    DO UPDATE SET returned = excluded.returned, waiting = excluded.waiting`;
  // The statements go out together.
  const inserting = insertRows('receivables', first.companyId, rows, { onConflict });
  await Promise.all(inserting.map((statement) => tx.query(statement)));
}
