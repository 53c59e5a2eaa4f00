import type { CardBrand } from '../../contract/card-brand.ts';
import type { PayinStatus } from '../../contract/payin.ts';
import type { PaymentMethod } from '../../contract/payment-method.ts';
import type { ChargeState, Payin, PayinStore } from '../payin.ts';
import { holdsReference } from '../payin-status.ts';
import type { Db, Statement } from './db.ts';

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
  split: Payin['split'];
  card_brand: CardBrand | null;
  card_last4: string | null;
  token_hash: Uint8Array | null;
  authentication_id: string | null;
  bank_id: string | null;
  expires_at: Date | null;
  pix_copy_and_paste: string | null;
  boleto_barcode: string | null;
  boleto_id: string | null;
  open_finance_redirect_url: string | null;
  refunded_amount: number;
  reserved_at: Date;
  created_at: Date;
  updated_at: Date;
};

const COLUMNS = `company_id, id, external_id, reference_id, status, charge_state, payment_method,
  amount, installments, body_fingerprint, customer, items, is_physical_product, payer_ip,
  webhook_url, antifraud_session_id, sub_seller_id, split, card_brand, card_last4, token_hash,
  authentication_id, bank_id, expires_at, boleto_id, reserved_at, created_at, updated_at`;

/** What only later statements write. */
const LATER_COLUMNS =
  'pix_copy_and_paste, boleto_barcode, open_finance_redirect_url, refunded_amount';

export function createPayinStore(db: Db): PayinStore {
  return {
    async reserve(tx, payin) {
      const statement: Statement = {
        name: 'payin_reserve',
        text: `INSERT INTO payins (${COLUMNS}, attempt, holds_reference)
          VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11::jsonb, $12::jsonb, $13, $14, $15,
            $16, $17, $18::jsonb, $19, $20, $21, $22, $23, $24, $25, $26, $27, $28,
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
          payin.bankId,
          payin.expiresAt,
          payin.boletoId,
          payin.reservedAt,
          payin.createdAt,
          payin.updatedAt,
        ],
      };
      const together = `payin_reserve ${payin.companyId}`;
      const rows = await (tx === null ? db.query(statement, { together }) : tx.query(statement));
      return rows.length > 0;
    },

    async find(companyId, id) {
      const [row] = await db.query<Row>(
        {
          name: 'payin_find',
          text: `SELECT ${COLUMNS}, ${LATER_COLUMNS} FROM payins WHERE company_id = $1 AND id = $2`,
          values: [companyId, id],
        },
        { together: `payin_find ${companyId}` },
      );
      return row === undefined ? null : toPayin(row);
    },

    async findByReference(companyId, referenceId) {
      const [row] = await db.query<Row>({
        name: 'payin_by_reference',
        text: `SELECT ${COLUMNS}, ${LATER_COLUMNS} FROM payins
          WHERE company_id = $1 AND reference_id = $2 AND holds_reference`,
        values: [companyId, referenceId],
      });
      return row === undefined ? null : toPayin(row);
    },

    async move(tx, { from, payin }) {
      const rows = await tx.query({
        name: 'payin_move',
        text: `UPDATE payins SET status = $4, charge_state = $5, external_id = $6, updated_at = $7,
            holds_reference = $8, refunded_amount = $9
          WHERE company_id = $1 AND id = $2 AND status = $3 AND refunded_amount = $10
            AND (charge_state = 'decided') = $11
          RETURNING id`,
        values: [
          payin.companyId,
          payin.id,
          from.status,
          payin.status,
          payin.chargeState,
          payin.externalId,
          payin.updatedAt,
          holdsReference(payin.status),
          payin.refundedAmount,
          from.refundedAmount,
          from.chargeState === 'decided',
        ],
      });
      return rows.length > 0;
    },

    async findByBoleto(companyId, boletoId) {
      const [row] = await db.query<Row>({
        name: 'payin_by_boleto',
        text: `SELECT ${COLUMNS}, ${LATER_COLUMNS} FROM payins
          WHERE company_id = $1 AND boleto_id = $2`,
        values: [companyId, boletoId],
      });
      return row === undefined ? null : toPayin(row);
    },

    async acknowledge(tx, payin) {
      const rows = await tx.query({
        name: 'payin_acknowledge',
        text: `UPDATE payins SET charge_state = 'awaiting_payment', external_id = $3,
            pix_copy_and_paste = $4, boleto_barcode = $5, open_finance_redirect_url = $6
          WHERE company_id = $1 AND id = $2 AND charge_state = 'reserved' RETURNING id`,
        values: [
          payin.companyId,
          payin.id,
          payin.externalId,
          payin.pixCopyAndPaste,
          payin.boletoBarcode,
          payin.openFinanceRedirectUrl,
        ],
      });
      return rows.length > 0;
    },

    async listAwaitingPayment(companyId, which) {
      const rows = await db.query<Row>({
        name: 'payin_awaiting_payment',
        text: `SELECT ${COLUMNS}, ${LATER_COLUMNS} FROM payins
          WHERE company_id = $1 AND charge_state = 'awaiting_payment'
            AND ($2::timestamptz IS NULL OR expires_at <= $2)
            AND ($3::text IS NULL OR payment_method = $3)
          ORDER BY expires_at LIMIT 1000`,
        values: [
          companyId,
          'endedBy' in which ? which.endedBy : null,
          'paymentMethod' in which ? which.paymentMethod : null,
        ],
      });
      return rows.map(toPayin);
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
        text: `SELECT ${COLUMNS}, ${LATER_COLUMNS} FROM payins
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
    bankId: row.bank_id,
    expiresAt: row.expires_at,
    pixCopyAndPaste: row.pix_copy_and_paste,
    boletoBarcode: row.boleto_barcode,
    boletoId: row.boleto_id,
    openFinanceRedirectUrl: row.open_finance_redirect_url,
    refundedAmount: row.refunded_amount,
    reservedAt: row.reserved_at,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
