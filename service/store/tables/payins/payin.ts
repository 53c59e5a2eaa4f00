import type { Db, Statement } from '../../../base/shared/db.ts';
import { LOOKS_PER_ROUND } from '../../../base/shared/look-ups.ts';
import type { Payin, PayinStore } from '../../../domain/payins/payin.ts';
import { columnsOf } from '../columns.ts';
import { LEAST_LOOKED_FIRST, LOOK_UPS_OF_COMPANY, readDue } from './look-ups.ts';

export const PAYINS = columnsOf<Payin>({
  companyId: 'company_id',
  id: 'id',
  provider: 'provider',
  externalId: 'external_id',
  referenceId: 'reference_id',
  status: 'status',
  chargeState: 'charge_state',
  paymentMethod: 'payment_method',
  amount: 'amount',
  installments: 'installments',
  installmentPlan: 'installment_plan::jsonb',
  bodyFingerprint: 'body_fingerprint',
  customer: 'customer::jsonb',
  items: 'items::jsonb',
  isPhysicalProduct: 'is_physical_product',
  payerIp: 'payer_ip',
  webhookUrl: 'webhook_url',
  antifraudSessionId: 'antifraud_session_id',
  subSellerId: 'sub_seller_id',
  split: 'split::jsonb',
  cardBrand: 'card_brand',
  cardLast4: 'card_last4',
  tokenHash: 'token_hash',
  authenticationId: 'authentication_id',
  threeDSecure: 'three_d_secure::jsonb',
  bankId: 'bank_id',
  expiresAt: 'expires_at',
  pixCopyAndPaste: 'pix_copy_and_paste',
  boletoBarcode: 'boleto_barcode',
  boletoPixCopyAndPaste: 'boleto_pix_copy_and_paste',
  boletoId: 'boleto_id',
  openFinanceRedirectUrl: 'open_finance_redirect_url',
  declineReason: 'decline_reason',
  refundedAmount: 'refunded_amount',
  refunds: 'told_refunds::jsonb',
  dispute: 'dispute::jsonb',
  replacedBy: 'replaced_by',
  reservedAt: 'reserved_at',
  createdAt: 'created_at',
  updatedAt: 'updated_at',
});

export function createPayinStore(db: Db): PayinStore {
  return {
    async claim(tx, payin) {
      const statement: Statement = {
        name: 'payin_claim',
        text: `INSERT INTO payins (${PAYINS.names}, holds_reference)
          VALUES (${PAYINS.parameters}, true) ON CONFLICT DO NOTHING RETURNING id`,
        values: PAYINS.values(payin),
      };
      const batchKey = `payin_claim ${payin.companyId}`;
      const rows = await (tx === null ? db.query(statement, { batchKey }) : tx.query(statement));
      return rows.length > 0;
    },

    async find(companyId, id) {
      const [row] = await db.query(
        {
          name: 'payin_find',
          text: `SELECT ${PAYINS.names} FROM payins WHERE company_id = $1 AND id = $2`,
          values: [companyId, id],
        },
        { batchKey: `payin_find ${companyId}` },
      );
      return row === undefined ? null : PAYINS.read(row);
    },

    async findByReference(companyId, referenceId) {
      const [row] = await db.query({
        name: 'payin_by_reference',
        text: `SELECT ${PAYINS.names} FROM payins
          WHERE company_id = $1 AND reference_id = $2 AND holds_reference`,
        values: [companyId, referenceId],
      });
      return row === undefined ? null : PAYINS.read(row);
    },

    async findByBoleto(companyId, boletoId) {
      const [row] = await db.query({
        name: 'payin_by_boleto',
        text: `SELECT ${PAYINS.names} FROM payins
          WHERE company_id = $1 AND boleto_id = $2`,
        values: [companyId, boletoId],
      });
      return row === undefined ? null : PAYINS.read(row);
    },

    async listOverPayments(companyId, endedBy, dueBy) {
      const rows = await db.query<{ looks: number | null }>({
        name: 'payin_over_payments',
        text: `SELECT ${PAYINS.names}, l.looks FROM payins LEFT JOIN ${LOOK_UPS_OF_COMPANY}
          WHERE company_id = $1 AND charge_state = 'awaiting_payment' AND expires_at <= $2
            AND ($3::timestamptz IS NULL OR l.due_at IS NULL OR l.due_at <= $3)
          ${LEAST_LOOKED_FIRST}, expires_at DESC LIMIT ${LOOKS_PER_ROUND}`,
        values: [companyId, endedBy, dueBy],
      });
      return rows.map(readDue(PAYINS));
    },

    async listOpenPayments(companyId, { issuedBy, endsAfter }, dueBy) {
      const rows = await db.query<{ looks: number | null }>({
        name: 'payin_open_payments',
        text: `SELECT ${PAYINS.names}, l.looks FROM payins LEFT JOIN ${LOOK_UPS_OF_COMPANY}
          WHERE company_id = $1 AND charge_state = 'awaiting_payment' AND expires_at > $2
            AND (l.due_at IS NULL OR l.due_at <= $3)
            AND reserved_at <= CASE WHEN payment_method = 'PIX' THEN $4::timestamptz
              WHEN payment_method = 'BOLETO' THEN $5::timestamptz ELSE $6::timestamptz END
          ${LEAST_LOOKED_FIRST}, expires_at DESC LIMIT ${LOOKS_PER_ROUND}`,
        values: [
          ...[companyId, endsAfter, dueBy],
          ...[issuedBy.PIX, issuedBy.BOLETO, issuedBy.OPEN_FINANCE],
        ],
      });
      return rows.map(readDue(PAYINS));
    },

    async listUndecided(companyId, reservedBefore, dueBy) {
      const rows = await db.query<{ looks: number | null }>({
        name: 'payin_undecided',
        text: `SELECT ${PAYINS.names}, l.looks FROM payins LEFT JOIN ${LOOK_UPS_OF_COMPANY}
          WHERE company_id = $1 AND charge_state <> 'decided'
            AND (charge_state = 'unknown'
              OR (charge_state IN ('reserved', 'charging') AND reserved_at <= $2))
            AND ($3::timestamptz IS NULL OR l.due_at IS NULL OR l.due_at <= $3)
          ${LEAST_LOOKED_FIRST}, reserved_at DESC LIMIT ${LOOKS_PER_ROUND}`,
        values: [companyId, reservedBefore, dueBy],
      });
      return rows.map(readDue(PAYINS));
    },

    async listWatched(companyId, dueBy) {
      const rows = await db.query<{ looks: number | null }>({
        name: 'payin_watched',
        text: `SELECT ${PAYINS.names}, l.looks FROM payins JOIN ${LOOK_UPS_OF_COMPANY}
          WHERE company_id = $1 AND charge_state = 'decided'
            AND l.watched_until IS NOT NULL AND l.due_at <= $2
          ${LEAST_LOOKED_FIRST} LIMIT ${LOOKS_PER_ROUND}`,
        values: [companyId, dueBy],
      });
      return rows.map(readDue(PAYINS));
    },
  };
}
