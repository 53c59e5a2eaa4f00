import type { Db, Statement } from '../../../base/shared/db.ts';
import { POLLS_PER_ROUND } from '../../../base/shared/look-ups.ts';
import type { Payout, PayoutFilter, PayoutStore } from '../../../domain/payouts/payout.ts';
import { columnsOf } from '../columns.ts';
import { dueOf, LEAST_LOOKED_FIRST, LOOK_UPS_OF_COMPANY } from '../payins/look-ups.ts';
import { countOf, execute, hasRows } from '../rows.ts';
import { among, raw, sql } from '../sql.ts';

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
  return sql('', companyId, status, from, until, referenceId, after?.createdAt ?? null)`
    SELECT ${raw(PAYOUTS.names)} FROM payouts WHERE company_id = $1 AND ${raw(FILTER)}
      AND ($6::timestamptz IS NULL OR (created_at <= $6 AND (created_at < $6
        OR id > ${after?.id ?? null})))
    ORDER BY created_at DESC, id LIMIT ${limit}`;
}

export function createPayoutStore(db: Db): PayoutStore {
  return {
    find: async (companyId, id) => PAYOUTS.one(db, PAYOUTS.by('payouts', { companyId, id })),

    findByReference: async (companyId, referenceId) =>
      PAYOUTS.one(db, PAYOUTS.byReference('payouts', companyId, referenceId)),

    async findByReferences(companyId, referenceIds) {
      const written = referenceIds.flatMap((one) => [one, one.normalize('NFD')]);
      const found = await PAYOUTS.all(db, 'payouts_by_references', companyId)`
        SELECT ${raw(PAYOUTS.names)} FROM payouts
        WHERE company_id = $1 AND reference_id = ${among(written)}`;
      return new Map(found.map((payout) => [payout.referenceId.normalize(), payout]));
    },

    page: async (companyId, filter) => PAYOUTS.all(db, payoutPage(companyId, filter)),

    beginSend: async (payout, now, sentBefore) =>
      hasRows(db, 'payout_begin_send', payout.companyId)`
        UPDATE payouts SET is_sent = true, touched_at = ${now}
        WHERE company_id = $1 AND id = ${payout.id} AND status = 'PENDING' AND external_id IS NULL
          AND (NOT is_sent OR touched_at <= ${sentBefore}) RETURNING id`,

    keepExternalId: async (payout, externalId) =>
      execute(db, 'payout_keep_external_id', payout.companyId)`
        UPDATE payouts SET external_id = ${externalId}
        WHERE company_id = $1 AND id = ${payout.id} AND external_id IS NULL`,

    listOpen: async (companyId, touchedBefore, dueBy) =>
      dueOf(PAYOUTS)(db, 'payout_open', companyId)`
        SELECT ${raw(PAYOUTS.names)}, l.looks FROM payouts LEFT JOIN ${raw(LOOK_UPS_OF_COMPANY)}
        WHERE company_id = $1 AND status IN ('PENDING', 'PROCESSING', 'APPROVED')
          AND touched_at <= ${touchedBefore} AND (l.due_at IS NULL OR l.due_at <= ${dueBy})
        ${raw(LEAST_LOOKED_FIRST)}, touched_at DESC LIMIT ${raw(POLLS_PER_ROUND)}`,

    async list(companyId, { status, startDate, endDate, referenceId, page, limit }) {
      const filter = [companyId, status ?? null, startDate ?? null, endDate ?? null];
      const values = [...filter, referenceId ?? null];
      const total = await countOf(db, 'payout_count', ...values)`
        SELECT count(*) AS count FROM payouts WHERE company_id = $1 AND ${raw(FILTER)}`;
      const payouts = await PAYOUTS.all(db, 'payout_list', ...values, limit, (page - 1) * limit)`
        SELECT ${raw(PAYOUTS.names)} FROM payouts WHERE company_id = $1 AND ${raw(FILTER)}
        ORDER BY created_at DESC, id LIMIT $6 OFFSET $7`;
      return { total, payouts };
    },
  };
}
