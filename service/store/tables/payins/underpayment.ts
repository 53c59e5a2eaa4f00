import type { Db } from '../../../base/shared/db.ts';
import type {
  Underpayment,
  UnderpaymentStore,
  WaitingUnderpayment,
} from '../../../domain/payins/refunds/underpayment.ts';
import { columnsOf } from '../columns.ts';
import { countOf, execute, firstOf } from '../rows.ts';
import { raw, sql } from '../sql.ts';

const UNDERPAYMENTS = columnsOf<Underpayment>({
  companyId: 'company_id',
  payinId: 'payin_id',
  paidAmount: 'paid_amount',
  foundAt: 'found_at',
});

const WAITING = `u.company_id AS "companyId", u.payin_id AS "payinId",
  u.paid_amount AS "paidAmount", u.found_at AS "foundAt"`;

export function createUnderpaymentStore(db: Db): UnderpaymentStore {
  return {
    put: async (underpayment) =>
      execute(db, 'underpayment_put', ...UNDERPAYMENTS.values(underpayment))`
        INSERT INTO underpayments (${raw(UNDERPAYMENTS.names)})
        VALUES (${raw(UNDERPAYMENTS.parameters)})
        ON CONFLICT (company_id, payin_id) DO UPDATE SET paid_amount = excluded.paid_amount
        WHERE underpayments.paid_amount <> excluded.paid_amount`,

    findWaiting: (companyId, payinId) =>
      firstOf<Underpayment>(db, 'underpayment_find_waiting', companyId)`
        SELECT ${raw(WAITING)} FROM underpayments u
        JOIN payins p ON p.company_id = u.company_id AND p.id = u.payin_id
        WHERE u.company_id = $1 AND p.company_id = $1 AND u.payin_id = ${payinId}
          AND p.charge_state = 'awaiting_payment'`,

    listWaiting: async (companyId) =>
      db.query<WaitingUnderpayment>(sql('underpayment_list_waiting', companyId)`
        SELECT ${raw(WAITING)}, p.reference_id AS "referenceId", p.amount,
          p.payment_method AS "paymentMethod", p.provider
        FROM underpayments u
        JOIN payins p ON p.company_id = u.company_id AND p.id = u.payin_id
        WHERE u.company_id = $1 AND p.company_id = $1 AND p.charge_state = 'awaiting_payment'
        ORDER BY u.found_at, u.payin_id`),
  };
}

export async function countUnderpayments(db: Db): Promise<number> {
  return countOf(db, 'underpayment_count')`SELECT count(*) AS count FROM underpayments u
    JOIN payins p ON p.company_id = u.company_id AND p.id = u.payin_id
    WHERE p.charge_state = 'awaiting_payment'`;
}
