import type { ListedPayin, PayinFilter, PayinListStore } from '../payins/payin-list.ts';
import type { Db, SqlValue, Statement } from '../shared/db.ts';
import { PAYINS } from './payin.ts';

type Row = {
  id: string;
  reference_id: string;
  status: ListedPayin['status'];
  payment_method: ListedPayin['paymentMethod'];
  amount: number;
  refunded_amount: number;
  created_at: Date;
};

/** A filter that is not asked for is null. What nobody was told of is not there yet. */
const FILTER = `charge_state <> 'reserved'
  AND ($2::text IS NULL OR status = $2)
  AND ($3::text IS NULL OR payment_method = $3)
  AND ($4::text IS NULL OR reference_id = $4)
  AND ($5::timestamptz IS NULL OR created_at >= $5)
  AND ($6::timestamptz IS NULL OR created_at <= $6)
  AND ($7::timestamptz IS NULL OR (created_at, id) < ($7, $8))
  ORDER BY created_at DESC, id DESC LIMIT $9`;

function valuesOf(companyId: string, filter: PayinFilter): SqlValue[] {
  const { status, method, referenceId, from, until, after, limit } = filter;
  const place = [after?.createdAt ?? null, after?.id ?? null];
  return [companyId, status, method, referenceId, from, until, ...place, limit];
}

/**
 * Has no name, so that it is planned with its values each time: which index serves it depends on
 * what is asked for, and a plan for everything would look through all payins of the company.
 */
export function payinPage(companyId: string, filter: PayinFilter): Statement {
  return {
    name: '',
    text: `SELECT ${PAYINS.names} FROM payins WHERE company_id = $1 AND ${FILTER}`,
    values: valuesOf(companyId, filter),
  };
}

/**
 * Decision: a page by status, reference or period is found by an index; one by method reads the
 * newest payins until it is full, since an index of methods would cost every payin.
 */
export function createPayinListStore(db: Db): PayinListStore {
  return {
    async page(companyId, filter) {
      return (await db.query(payinPage(companyId, filter))).map(PAYINS.read);
    },

    async list(companyId, filter) {
      const rows = await db.query<Row>({
        name: '',
        text: `SELECT id, reference_id, status, payment_method, amount, refunded_amount, created_at
          FROM payins WHERE company_id = $1 AND ${FILTER}`,
        values: valuesOf(companyId, filter),
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
