import type { CardBrand } from '../../contract/card-brand.ts';
import type { PayinStatus } from '../../contract/payin.ts';
import type { PaymentMethod } from '../../contract/payment-method.ts';
import type { ChargeState, Payin, PayinStore } from '../payin.ts';
import { holdsReference } from '../payin-status.ts';
import type { Db } from './db.ts';

type Row = {
  company_id: string;
  id: string;
  external_id: string | null;
  reference_id: string;
  status: PayinStatus;
  charge_state: ChargeState;
  payment_method: PaymentMethod;
  amount: number;
  installments: number;
  body_fingerprint: Uint8Array;
  customer: Payin['customer'];
  items: Payin['items'];
  is_physical_product: boolean;
  payer_ip: string;
  webhook_url: string | null;
  antifraud_session_id: string | null;
  sub_seller_id: string | null;
  split: unknown[] | null;
  card_brand: CardBrand | null;
  card_last4: string | null;
  token_hash: Uint8Array | null;
  authentication_id: string | null;
  reserved_at: Date;
  created_at: Date;
  updated_at: Date;
};

const COLUMNS = `company_id, id, external_id, reference_id, status, charge_state, payment_method,
  amount, installments, body_fingerprint, customer, items, is_physical_product, payer_ip,
  webhook_url, antifraud_session_id, sub_seller_id, split, card_brand, card_last4, token_hash,
  authentication_id, reserved_at, created_at, updated_at`;

export function createPayinStore(db: Db): PayinStore {
  return {
    async reserve(tx, payin) {
      const rows = await tx.query({
        name: 'payin_reserve',
        text: `INSERT INTO payins (${COLUMNS}, attempt, holds_reference)
          VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11::jsonb, $12::jsonb, $13, $14, $15,
            $16, $17, $18::jsonb, $19, $20, $21, $22, $23, $24, $25,
            (SELECT coalesce(max(attempt), 0) + 1 FROM payins
              WHERE company_id = $1 AND reference_id = $4),
            true)
          ON CONFLICT DO NOTHING RETURNING id`,
        values: [
          payin.companyId,
          payin.id,
          payin.externalId,
          payin.referenceId,
          payin.status,
          payin.chargeState,
          payin.paymentMethod,
          payin.amount,
          payin.installments,
          payin.bodyFingerprint,
          JSON.stringify(payin.customer),
          JSON.stringify(payin.items),
          payin.isPhysicalProduct,
          payin.payerIp,
          payin.webhookUrl,
          payin.antifraudSessionId,
          payin.subSellerId,
          payin.split === null ? null : JSON.stringify(payin.split),
          payin.cardBrand,
          payin.cardLast4,
          payin.tokenHash,
          payin.authenticationId,
          payin.reservedAt,
          payin.createdAt,
          payin.updatedAt,
        ],
      });
      return rows.length > 0;
    },

    async find(companyId, id) {
      const [row] = await db.query<Row>({
        name: 'payin_find',
        text: `SELECT ${COLUMNS} FROM payins WHERE company_id = $1 AND id = $2`,
        values: [companyId, id],
      });
      return row === undefined ? null : toPayin(row);
    },

    async findByReference(companyId, referenceId) {
      const [row] = await db.query<Row>({
        name: 'payin_by_reference',
        text: `SELECT ${COLUMNS} FROM payins
          WHERE company_id = $1 AND reference_id = $2 AND holds_reference`,
        values: [companyId, referenceId],
      });
      return row === undefined ? null : toPayin(row);
    },

    async move(tx, { from, payin }) {
      const rows = await tx.query({
        name: 'payin_move',
        text: `UPDATE payins SET status = $4, charge_state = $5, external_id = $6, updated_at = $7,
            holds_reference = $8
          WHERE company_id = $1 AND id = $2 AND status = $3 AND charge_state <> 'decided'
          RETURNING id`,
        values: [
          payin.companyId,
          payin.id,
          from,
          payin.status,
          payin.chargeState,
          payin.externalId,
          payin.updatedAt,
          holdsReference(payin.status),
        ],
      });
      return rows.length > 0;
    },

    async awaitAuthentication(tx, payin) {
      const rows = await tx.query({
        name: 'payin_await_authentication',
        text: `UPDATE payins SET status = $3, charge_state = $4, external_id = $5,
            authentication_id = $6
          WHERE company_id = $1 AND id = $2 AND charge_state = 'reserved' RETURNING id`,
        values: [
          payin.companyId,
          payin.id,
          payin.status,
          payin.chargeState,
          payin.externalId,
          payin.authenticationId,
        ],
      });
      return rows.length > 0;
    },

    async beginCharge(tx, payin, now) {
      const rows = await tx.query({
        name: 'payin_begin_charge',
        text: `UPDATE payins SET charge_state = 'charging', reserved_at = $3
          WHERE company_id = $1 AND id = $2 AND charge_state = 'awaiting_authentication'
          RETURNING id`,
        values: [payin.companyId, payin.id, now],
      });
      return rows.length > 0;
    },

    async markUnknown(payin) {
      const rows = await db.query({
        name: 'payin_mark_unknown',
        text: `UPDATE payins SET charge_state = 'unknown', external_id = $3
          WHERE company_id = $1 AND id = $2 AND charge_state = 'reserved' RETURNING id`,
        values: [payin.companyId, payin.id, payin.externalId],
      });
      return rows.length > 0;
    },

    async release(tx, payin) {
      const rows = await tx.query({
        name: 'payin_release',
        text: `DELETE FROM payins
          WHERE company_id = $1 AND id = $2 AND charge_state = 'reserved' RETURNING id`,
        values: [payin.companyId, payin.id],
      });
      return rows.length > 0;
    },

    async listUnsettled(companyId, reservedBefore) {
      const rows = await db.query<Row>({
        name: 'payin_unsettled',
        text: `SELECT ${COLUMNS} FROM payins
          WHERE company_id = $1 AND charge_state <> 'decided'
            AND (charge_state = 'unknown'
              OR (charge_state IN ('reserved', 'charging') AND reserved_at <= $2))
          ORDER BY reserved_at LIMIT 1000`,
        values: [companyId, reservedBefore],
      });
      return rows.map(toPayin);
    },
  };
}

function toPayin(row: Row): Payin {
  return {
    companyId: row.company_id,
    id: row.id,
    externalId: row.external_id,
    referenceId: row.reference_id,
    status: row.status,
    chargeState: row.charge_state,
    paymentMethod: row.payment_method,
    amount: row.amount,
    installments: row.installments,
    bodyFingerprint: row.body_fingerprint,
    customer: row.customer,
    items: row.items,
    isPhysicalProduct: row.is_physical_product,
    payerIp: row.payer_ip,
    webhookUrl: row.webhook_url,
    antifraudSessionId: row.antifraud_session_id,
    subSellerId: row.sub_seller_id,
    split: row.split,
    cardBrand: row.card_brand,
    cardLast4: row.card_last4,
    tokenHash: row.token_hash,
    authenticationId: row.authentication_id,
    reservedAt: row.reserved_at,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
