import type { PayoutStatus } from '../../contract/payout.ts';
import type { PixKeyType } from '../../contract/pix-key.ts';
import type { Payout, PayoutStore } from '../payout.ts';
import type { Db } from './db.ts';

type Row = {
  company_id: string;
  id: string;
  external_id: string | null;
  reference_id: string;
  status: PayoutStatus;
  is_sent: boolean;
  amount: number;
  fee: number;
  pix_key: string;
  pix_key_type: PixKeyType;
  beneficiary_name: string | null;
  beneficiary_document: string | null;
  webhook_url: string | null;
  reason: string | null;
  body_fingerprint: Uint8Array;
  touched_at: Date;
  created_at: Date;
  updated_at: Date;
};

const COLUMNS = `company_id, id, external_id, reference_id, status, is_sent, amount, fee, pix_key,
  pix_key_type, beneficiary_name, beneficiary_document, webhook_url, reason, body_fingerprint,
  touched_at, created_at, updated_at`;

/** A filter that is not asked for is null. */
const FILTER = `($2::text IS NULL OR status = $2)
  AND ($3::timestamptz IS NULL OR created_at >= $3)
  AND ($4::timestamptz IS NULL OR created_at <= $4)
  AND ($5::text IS NULL OR reference_id = $5)`;

export function createPayoutStore(db: Db): PayoutStore {
  return {
    async insert(tx, payout) {
      const rows = await tx.query({
        name: 'payout_insert',
        text: `INSERT INTO payouts (${COLUMNS})
          VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18)
          ON CONFLICT DO NOTHING RETURNING id`,
        values: [
          payout.companyId,
          payout.id,
          payout.externalId,
          payout.referenceId,
          payout.status,
          payout.isSent,
          payout.amount,
          payout.fee,
          payout.pixKey,
          payout.pixKeyType,
          payout.beneficiaryName,
          payout.beneficiaryDocument,
          payout.webhookUrl,
          payout.reason,
          payout.bodyFingerprint,
          payout.touchedAt,
          payout.createdAt,
          payout.updatedAt,
        ],
      });
      return rows.length > 0;
    },

    async find(companyId, id) {
      const [row] = await db.query<Row>({
        name: 'payout_find',
        text: `SELECT ${COLUMNS} FROM payouts WHERE company_id = $1 AND id = $2`,
        values: [companyId, id],
      });
      return row === undefined ? null : toPayout(row);
    },

    async findByReference(companyId, referenceId) {
      const [row] = await db.query<Row>({
        name: 'payout_by_reference',
        text: `SELECT ${COLUMNS} FROM payouts WHERE company_id = $1 AND reference_id = $2`,
        values: [companyId, referenceId],
      });
      return row === undefined ? null : toPayout(row);
    },

    async move(tx, { from, payout }) {
      const rows = await tx.query({
        name: 'payout_move',
        text: `UPDATE payouts SET status = $4, external_id = $6, reason = $7, updated_at = $8,
            touched_at = $9
          WHERE company_id = $1 AND id = $2 AND status = $3 AND is_sent = $5 RETURNING id`,
        values: [
          payout.companyId,
          payout.id,
          from,
          payout.status,
          payout.isSent,
          payout.externalId,
          payout.reason,
          payout.updatedAt,
          payout.touchedAt,
        ],
      });
      return rows.length > 0;
    },

    async beginSend(payout, now, sentBefore) {
      const rows = await db.query({
        name: 'payout_begin_send',
        text: `UPDATE payouts SET is_sent = true, touched_at = $3
          WHERE company_id = $1 AND id = $2 AND status = 'PENDING' AND external_id IS NULL
            AND (NOT is_sent OR touched_at <= $4) RETURNING id`,
        values: [payout.companyId, payout.id, now, sentBefore],
      });
      return rows.length > 0;
    },

    async keepExternalId(payout, externalId) {
      await db.query({
        name: 'payout_keep_external_id',
        text: `UPDATE payouts SET external_id = $3
          WHERE company_id = $1 AND id = $2 AND external_id IS NULL`,
        values: [payout.companyId, payout.id, externalId],
      });
    },

    async listOpen(companyId, touchedBefore) {
      const rows = await db.query<Row>({
        name: 'payout_open',
        text: `SELECT ${COLUMNS} FROM payouts
          WHERE company_id = $1 AND status IN ('PENDING', 'PROCESSING', 'APPROVED')
            AND touched_at <= $2
          ORDER BY touched_at LIMIT 1000`,
        values: [companyId, touchedBefore],
      });
      return rows.map(toPayout);
    },

    async list(companyId, { status, startDate, endDate, referenceId, page, limit }) {
      const filter = [companyId, status ?? null, startDate ?? null, endDate ?? null];
      const values = [...filter, referenceId ?? null];
      const [counted] = await db.query<{ total: number }>({
        name: 'payout_count',
        text: `SELECT count(*) AS total FROM payouts WHERE company_id = $1 AND ${FILTER}`,
        values,
      });
      const rows = await db.query<Row>({
        name: 'payout_list',
        text: `SELECT ${COLUMNS} FROM payouts WHERE company_id = $1 AND ${FILTER}
          ORDER BY created_at DESC, id LIMIT $6 OFFSET $7`,
        values: [...values, limit, (page - 1) * limit],
      });
      return { total: counted?.total ?? 0, payouts: rows.map(toPayout) };
    },
  };
}

function toPayout(row: Row): Payout {
  return {
    companyId: row.company_id,
    id: row.id,
    externalId: row.external_id,
    referenceId: row.reference_id,
    status: row.status,
    isSent: row.is_sent,
    amount: row.amount,
    fee: row.fee,
    pixKey: row.pix_key,
    pixKeyType: row.pix_key_type,
    beneficiaryName: row.beneficiary_name,
    beneficiaryDocument: row.beneficiary_document,
    webhookUrl: row.webhook_url,
    reason: row.reason,
    bodyFingerprint: row.body_fingerprint,
    touchedAt: row.touched_at,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
