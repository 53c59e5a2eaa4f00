import type { Db, Statement } from '../../../base/shared/db.ts';
import { POLLS_PER_ROUND } from '../../../base/shared/look-ups.ts';
import type { Payout, PayoutFilter, PayoutStore } from '../../../domain/payouts/payout.ts';
import { columnsOf } from '../columns.ts';
import { LEAST_LOOKED_FIRST, LOOK_UPS_OF_COMPANY, readDue } from '../payins/look-ups.ts';
import { countOf, execute, hasRows } from '../rows.ts';

export const PAYOUTS = columnsOf<Payout>({
  companyId: 'company_id',
  id: 'id',
  provider: 'provider',
  externalId: 'external_id',
  referenceId: 'reference_id',
  status: 'status',
  isSent: 'is_sent',
  amount: 'amount',
  fee: 'fee',
  pixKey: 'pix_key',
  pixKeyType: 'pix_key_type',
  beneficiaryName: 'beneficiary_name',
  beneficiaryDocument: 'beneficiary_document',
  webhookUrl: 'webhook_url',
  reason: 'reason',
  bodyFingerprint: 'body_fingerprint',
  wasRefusedAtOnce: 'was_refused_at_once',
  wasCompleted: 'was_completed',
  createdBy: 'created_by',
  decidedBy: 'decided_by',
  decidedAt: 'decided_at',
  touchedAt: 'touched_at',
  createdAt: 'created_at',
  updatedAt: 'updated_at',
});

/** A filter that is not asked for is null. */
const FILTER = `($2::text IS NULL OR status = $2)
  AND ($3::timestamptz IS NULL OR created_at >= $3)
  AND ($4::timestamptz IS NULL OR created_at <= $4)
  AND ($5::text IS NULL OR reference_id = $5)`;

/** Unnamed, so that it is planned with its values each time: they decide which index serves it. */
export function payoutPage(companyId: string, filter: PayoutFilter): Statement {
  const { status, referenceId, from, until, after, limit } = filter;
  return {
    name: '',
    text: `SELECT ${PAYOUTS.names} FROM payouts WHERE company_id = $1 AND ${FILTER}
        AND ($6::timestamptz IS NULL OR (created_at <= $6 AND (created_at < $6 OR id > $7)))
      ORDER BY created_at DESC, id LIMIT $8`,
    values: [
      ...[companyId, status, from, until, referenceId],
      ...[after?.createdAt ?? null, after?.id ?? null, limit],
    ],
  };
}

export function createPayoutStore(db: Db): PayoutStore {
  return {
    find: async (companyId, id) => PAYOUTS.one(db, PAYOUTS.by('payouts', { companyId, id })),

    findByReference: async (companyId, referenceId) =>
      PAYOUTS.one(db, PAYOUTS.byReference('payouts', companyId, referenceId)),

    async findByReferences(companyId, referenceIds) {
      const found = await PAYOUTS.all(db, {
        name: 'payouts_by_references',
        text: `SELECT ${PAYOUTS.names} FROM payouts WHERE company_id = $1
          AND reference_id = ANY (ARRAY(SELECT json_array_elements_text($2::json)))`,
        values: [
          companyId,
          JSON.stringify(referenceIds.flatMap((one) => [one, one.normalize('NFD')])),
        ],
      });
      return new Map(found.map((payout) => [payout.referenceId.normalize(), payout]));
    },

    page: async (companyId, filter) => PAYOUTS.all(db, payoutPage(companyId, filter)),

    beginSend: async (payout, now, sentBefore) =>
      hasRows(db, {
        name: 'payout_begin_send',
        text: `UPDATE payouts SET is_sent = true, touched_at = $3
          WHERE company_id = $1 AND id = $2 AND status = 'PENDING' AND external_id IS NULL
            AND (NOT is_sent OR touched_at <= $4) RETURNING id`,
        values: [payout.companyId, payout.id, now, sentBefore],
      }),

    keepExternalId: async (payout, externalId) =>
      execute(db, {
        name: 'payout_keep_external_id',
        text: `UPDATE payouts SET external_id = $3
          WHERE company_id = $1 AND id = $2 AND external_id IS NULL`,
        values: [payout.companyId, payout.id, externalId],
      }),

    listOpen: async (companyId, touchedBefore, dueBy) =>
      readDue(PAYOUTS, db, {
        name: 'payout_open',
        text: `SELECT ${PAYOUTS.names}, l.looks FROM payouts LEFT JOIN ${LOOK_UPS_OF_COMPANY}
          WHERE company_id = $1 AND status IN ('PENDING', 'PROCESSING', 'APPROVED')
            AND touched_at <= $2 AND (l.due_at IS NULL OR l.due_at <= $3)
          ${LEAST_LOOKED_FIRST}, touched_at DESC LIMIT ${POLLS_PER_ROUND}`,
        values: [companyId, touchedBefore, dueBy],
      }),

    async list(companyId, { status, startDate, endDate, referenceId, page, limit }) {
      const filter = [companyId, status ?? null, startDate ?? null, endDate ?? null];
      const values = [...filter, referenceId ?? null];
      const total = await countOf(db, {
        name: 'payout_count',
        text: `SELECT count(*) AS count FROM payouts WHERE company_id = $1 AND ${FILTER}`,
        values,
      });
      const payouts = await PAYOUTS.all(db, {
        name: 'payout_list',
        text: `SELECT ${PAYOUTS.names} FROM payouts WHERE company_id = $1 AND ${FILTER}
          ORDER BY created_at DESC, id LIMIT $6 OFFSET $7`,
        values: [...values, limit, (page - 1) * limit],
      });
      return { total, payouts };
    },
  };
}
