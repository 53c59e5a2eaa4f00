import type { Db } from '../../../base/shared/db.ts';
import { LOOKS_PER_ROUND } from '../../../base/shared/look-ups.ts';
import type { Refund, RefundStore } from '../../../domain/payins/refunds/refund.ts';
import { columnsOf } from '../columns.ts';
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
    async insert(tx, refund) {
      const rows = await tx.query({
        name: 'refund_insert',
        text: `INSERT INTO refunds (${REFUNDS.names}) VALUES (${REFUNDS.parameters})
          ON CONFLICT DO NOTHING RETURNING id`,
        values: REFUNDS.values(refund),
      });
      return rows.length > 0;
    },

    async end(tx, { companyId, id, status, failureReason, externalId, updatedAt }) {
      await tx.query({
        name: 'refund_end',
        text: `UPDATE refunds SET status = $3, failure_reason = $4, external_id = $5, updated_at = $6
          WHERE company_id = $1 AND id = $2`,
        values: [companyId, id, status, failureReason, externalId, updatedAt],
      });
    },

    async find(companyId, id) {
      const [row] = await db.query({
        name: 'refund_find',
        text: `SELECT ${REFUNDS.names} FROM refunds WHERE company_id = $1 AND id = $2`,
        values: [companyId, id],
      });
      return row === undefined ? null : REFUNDS.read(row);
    },

    async findByReference(companyId, referenceId) {
      const [row] = await db.query({
        name: 'refund_by_reference',
        text: `SELECT ${REFUNDS.names} FROM refunds WHERE company_id = $1 AND reference_id = $2`,
        values: [companyId, referenceId],
      });
      return row === undefined ? null : REFUNDS.read(row);
    },

    async listOf(companyId, payinId) {
      const rows = await db.query({
        name: 'refunds_of_payin',
        text: `SELECT ${REFUNDS.names} FROM refunds WHERE company_id = $1 AND payin_id = $2`,
        values: [companyId, payinId],
      });
      return rows.map(REFUNDS.read);
    },

    async beginAsking({ companyId, id }, now, askedBefore) {
      const rows = await db.query({
        name: 'refund_begin_asking',
        text: `UPDATE refunds SET asked_at = $3
          WHERE company_id = $1 AND id = $2 AND status = 'PENDING' AND asked_at <= $4
          RETURNING id`,
        values: [companyId, id, now, askedBefore],
      });
      return rows.length > 0;
    },

    async listPending(companyId, askedBefore, dueBy) {
      const rows = await db.query<{ looks: number | null }>({
        name: 'refund_pending',
        text: `SELECT ${REFUNDS.names}, l.looks FROM refunds LEFT JOIN ${LOOK_UPS_OF_COMPANY}
          WHERE company_id = $1 AND status = 'PENDING' AND asked_at <= $2
            AND ($3::timestamptz IS NULL OR l.due_at IS NULL OR l.due_at <= $3)
          ${LEAST_LOOKED_FIRST}, asked_at DESC LIMIT ${LOOKS_PER_ROUND}`,
        values: [companyId, askedBefore, dueBy],
      });
      return rows.map(readDue(REFUNDS));
    },
  };
}
