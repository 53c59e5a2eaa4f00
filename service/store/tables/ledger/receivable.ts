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
import { among, raw, sql } from '../sql.ts';

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
      RECEIVABLES.all(db, 'receivables_of', companyId)`
        SELECT ${raw(RECEIVABLES.names)} FROM receivables
        WHERE company_id = $1 AND payin_id = ${among(payinIds)} ORDER BY payin_id, installment`,

    lock: async (tx, companyId, payinId) =>
      RECEIVABLES.all(tx, 'receivables_lock', companyId)`
        SELECT ${raw(RECEIVABLES.names)} FROM receivables
        WHERE company_id = $1 AND payin_id = ${payinId} ORDER BY installment FOR UPDATE`,

    put,

    async listDue(companyId, { day, dueBy, limit }) {
      const rows = await db.query<{ payin_id: string }>(sql('receivables_due', companyId)`
        SELECT payin_id FROM receivables r
        WHERE company_id = $1 AND due_on <= ${day} AND waiting IS NOT NULL
          AND NOT EXISTS (SELECT 1 FROM look_ups l WHERE l.company_id = $1
            AND l.subject_id = '${raw(WAITING_PUT_OFF)}' || r.payin_id AND l.due_at > ${dueBy})
        GROUP BY payin_id ORDER BY min(due_on), payin_id LIMIT ${limit}`);
      return rows.map((row) => row.payin_id);
    },

    dueByDay: async (companyId, { after, limit }) =>
      db.query<DayDue>(sql('receivables_by_day', companyId)`
        SELECT due_on AS date, sum(amount)::bigint AS amount, sum(fee)::bigint AS fee,
          sum(returned)::bigint AS returned
        FROM receivables WHERE company_id = $1 AND due_on > ${after} AND paid_on IS NULL
        GROUP BY due_on ORDER BY due_on LIMIT ${limit}`),

    waitingByDay: async (companyId, limit) =>
      db.query<DayAmount>(sql('receivables_waiting', companyId)`
        SELECT due_on AS date, sum(waiting)::bigint AS amount FROM receivables
        WHERE company_id = $1 AND waiting > 0 GROUP BY due_on ORDER BY due_on LIMIT ${limit}`),

    async markPaid(tx, companyId, paid) {
      await tx.query(sql('receivables_paid', companyId)`
        UPDATE receivables r SET paid_on = a."paidOn", paid_amount = a."paidAmount"
        FROM json_to_recordset(${JSON.stringify(paid)}::json) AS a
          ("payinId" text, installment integer, "paidOn" text, "paidAmount" bigint)
        WHERE r.company_id = $1 AND r.payin_id = a."payinId" AND r.installment = a.installment
          AND r.paid_on IS NULL`);
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
