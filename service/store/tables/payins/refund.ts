import type { Db } from '../../../base/shared/db.ts';
import { POLLS_PER_ROUND } from '../../../base/shared/look-ups.ts';
import type { Refund, RefundStore } from '../../../domain/payins/refunds/refund.ts';
import { columnsOf, IF_NEW } from '../columns.ts';
import { execute, hasRows } from '../rows.ts';
import { LEAST_LOOKED_FIRST, LOOK_UPS_OF_COMPANY, readDue } from './look-ups.ts';

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
      execute(tx, {
        name: 'refund_end',
        text: `UPDATE refunds SET status = $3, failure_reason = $4, external_id = $5, updated_at = $6
          WHERE company_id = $1 AND id = $2`,
        values: [companyId, id, status, failureReason, externalId, updatedAt],
      }),

    find: async (companyId, id) => REFUNDS.one(db, REFUNDS.by('refunds', { companyId, id })),

    findByReference: async (companyId, referenceId) =>
      REFUNDS.one(db, REFUNDS.byReference('refunds', companyId, referenceId)),

    listOf: async (companyId, payinId) =>
      REFUNDS.all(db, REFUNDS.by('refunds', { companyId, payinId })),

    beginAsking: async ({ companyId, id }, now, askedBefore) =>
      hasRows(db, {
        name: 'refund_begin_asking',
        text: `UPDATE refunds SET asked_at = $3
          WHERE company_id = $1 AND id = $2 AND status = 'PENDING' AND asked_at <= $4
          RETURNING id`,
        values: [companyId, id, now, askedBefore],
      }),

    listPending: async (companyId, askedBefore, dueBy) =>
      readDue(REFUNDS, db, {
        name: 'refund_pending',
        text: `SELECT ${REFUNDS.names}, l.looks FROM refunds LEFT JOIN ${LOOK_UPS_OF_COMPANY}
          WHERE company_id = $1 AND status = 'PENDING' AND asked_at <= $2
            AND ($3::timestamptz IS NULL OR l.due_at IS NULL OR l.due_at <= $3)
          ${LEAST_LOOKED_FIRST}, asked_at DESC LIMIT ${POLLS_PER_ROUND}`,
        values: [companyId, askedBefore, dueBy],
      }),
  };
}
