import type { Db } from '../../../base/shared/db.ts';
import type { SettlementStore } from '../../../domain/ledger/settlement.ts';
import { among, raw, sql } from '../sql.ts';
import { RECEIVABLES } from './receivable.ts';

export function createSettlementStore(db: Db): SettlementStore {
  return {
    // A statement names no company: whose an attempt is, an index of their random characters tells.
    // In one text, since of so many rows each costs more to hand over than to find.
    async find(provider, beginnings) {
      const [told] = await db.query<{ payments: string | null }>(sql('settlement_payments')`
        SELECT json_agg(json_build_object('companyId', p.company_id, 'payinId', p.id,
          'status', p.status, 'amount', p.amount, 'refundedAmount', p.refunded_amount,
          'charged', COALESCE((p.installment_plan ->> 'totalAmount')::bigint, p.amount),
          'owed', ARRAY(SELECT json_build_object('installment', r.installment,
            'amount', r.amount, 'fee', r.fee, 'returned', r.returned, 'paidOn', r.paid_on,
            'paidAmount', r.paid_amount) FROM receivables r
            WHERE r.company_id = p.company_id AND r.payin_id = p.id)))::text AS payments
        FROM payins p
        WHERE left(right(p.id, 22), 13) = ${among(beginnings)}
          AND p.provider <> 'sandbox' AND p.provider = ${provider}`);
      return JSON.parse(told?.payments ?? '[]');
    },

    listDue: (companyId, { provider, from, until, limit }) =>
      RECEIVABLES.all(db, 'settlement_due', companyId)`
        SELECT ${raw(RECEIVABLES.names)} FROM receivables WHERE company_id = $1
        AND provider = ${provider} AND due_on >= ${from} AND due_on <= ${until} AND paid_on IS NULL
        ORDER BY due_on, payin_id, installment LIMIT ${limit}`,
  };
}
