import type { Db } from '../../../base/shared/db.ts';
import { POLLS_PER_ROUND } from '../../../base/shared/look-ups.ts';
import type { Refund, RefundStore } from '../../../domain/payins/refunds/refund.ts';
import { columnsOf, IF_NEW } from '../columns.ts';
import { execute, hasRows } from '../rows.ts';
import { raw } from '../sql.ts';
import { dueOf, LEAST_LOOKED_FIRST, LOOK_UPS_OF_COMPANY } from './look-ups.ts';

export const REFUNDS = columnsOf<Refund>({
  companyId: 'company_id',
  id: 'id',
  payinId: 'payin_id',
  referenceId: 'reference_id',
  amount: 'amount',
  reason: 'reason',
  status: 'status',
  failureReason: 'failure_reason',
  bodyFingerprint: 'body_fingerprint',
  attemptId: 'attempt_id',
  nature: 'nature',
  provider: 'provider',
  externalId: 'external_id',
  askedAt: 'asked_at',
  createdAt: 'created_at',
  updatedAt: 'updated_at',
});

export function createRefundStore(db: Db): RefundStore {
  return {
    insert: async (tx, refund) => hasRows(tx, REFUNDS.insertion('refunds', refund, IF_NEW)),

    end: async (tx, { companyId, id, status, failureReason, externalId, updatedAt }) =>
      execute(tx, 'refund_end', companyId)`
        UPDATE refunds SET status = ${status}, failure_reason = ${failureReason},
          external_id = ${externalId}, updated_at = ${updatedAt}
        WHERE company_id = $1 AND id = ${id}`,

    find: async (companyId, id) => REFUNDS.one(db, REFUNDS.by('refunds', { companyId, id })),

    findByReference: async (companyId, referenceId) =>
      REFUNDS.one(db, REFUNDS.byReference('refunds', companyId, referenceId)),

    listOf: async (companyId, payinId) =>
      REFUNDS.all(db, REFUNDS.by('refunds', { companyId, payinId })),

    beginAsking: async ({ companyId, id }, now, askedBefore) =>
      hasRows(db, 'refund_begin_asking', companyId)`UPDATE refunds SET asked_at = ${now}
        WHERE company_id = $1 AND id = ${id} AND status = 'PENDING' AND asked_at <= ${askedBefore}
        RETURNING id`,

    listPending: async (companyId, askedBefore, dueBy) =>
      dueOf(REFUNDS)(db, 'refund_pending', companyId, dueBy)`
        SELECT ${raw(REFUNDS.names)}, l.looks FROM refunds LEFT JOIN ${raw(LOOK_UPS_OF_COMPANY)}
        WHERE company_id = $1 AND status = 'PENDING' AND asked_at <= ${askedBefore}
          AND ($2::timestamptz IS NULL OR l.due_at IS NULL OR l.due_at <= $2)
        ${raw(LEAST_LOOKED_FIRST)}, asked_at DESC LIMIT ${raw(POLLS_PER_ROUND)}`,
  };
}
