import type { Db, Statement } from '../../../base/shared/db.ts';
import { POLLS_PER_ROUND } from '../../../base/shared/look-ups.ts';
import type { Payin, PayinStore } from '../../../domain/payins/payin.ts';
import { RETURNS_OF } from '../../../domain/payins/watch-payin.ts';
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
  returnUrl: 'return_url',
  expiresAt: 'expires_at',
  pixCopyAndPaste: 'pix_copy_and_paste',
  boletoBarcode: 'boleto_barcode',
  boletoDueOn: 'boleto_due_on',
  boletoPixCopyAndPaste: 'boleto_pix_copy_and_paste',
  boletoId: 'boleto_id',
  openFinanceRedirectUrl: 'open_finance_redirect_url',
  declineReason: 'decline_reason',
  refundedAmount: 'refunded_amount',
  refunds: 'told_refunds::jsonb',
  dispute: 'dispute::jsonb',
  replacedBy: 'replaced_by',
  trace: 'trace::jsonb',
  reservedAt: 'reserved_at',
  createdAt: 'created_at',
  updatedAt: 'updated_at',
});

export function createPayinStore(db: Db): PayinStore {
  return {
    ...duePayinsOf(db),

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

    findByReference: async (companyId, referenceId) =>
      PAYINS.one(db, {
        name: 'payin_by_reference',
        text: `SELECT ${PAYINS.names} FROM payins
          WHERE company_id = $1 AND reference_id IN ($2, $3) AND holds_reference`,
        values: [companyId, referenceId.normalize(), referenceId.normalize('NFD')],
      }),

    async findReturning(provider, externalId) {
      const found = await PAYINS.all(db, {
        name: 'payin_returning',
        text: `SELECT ${PAYINS.names} FROM payins
          WHERE (provider || ' ' || external_id) = $1 AND return_url IS NOT NULL LIMIT 2`,
        values: [`${provider} ${externalId}`],
      });
      return found.length === 1 ? (found[0] ?? null) : null;
    },

    findByBoleto: async (companyId, boletoId) =>
      PAYINS.one(db, PAYINS.by('payins', { companyId, boletoId })),
  };
}

function duePayinsOf(db: Db) {
  return {
    listOverPayments: async (companyId, endedBy, dueBy) =>
      readDue(PAYINS, db, {
        name: 'payin_over_payments',
        text: `SELECT ${PAYINS.names}, l.looks FROM payins LEFT JOIN ${LOOK_UPS_OF_COMPANY}
          WHERE company_id = $1 AND charge_state = 'awaiting_payment' AND expires_at <= $2
            AND ($3::timestamptz IS NULL OR l.due_at IS NULL OR l.due_at <= $3)
          ${LEAST_LOOKED_FIRST}, expires_at DESC LIMIT ${POLLS_PER_ROUND}`,
        values: [companyId, endedBy, dueBy],
      }),

    listOpenPayments: async (companyId, { issuedBy, endsAfter }, dueBy) =>
      readDue(PAYINS, db, {
        name: 'payin_open_payments',
        text: `SELECT ${PAYINS.names}, l.looks FROM payins LEFT JOIN ${LOOK_UPS_OF_COMPANY}
          WHERE company_id = $1 AND charge_state = 'awaiting_payment' AND expires_at > $2
            AND (l.due_at IS NULL OR l.due_at <= $3)
            AND reserved_at <= CASE WHEN payment_method = 'PIX' THEN $4::timestamptz
              WHEN payment_method = 'BOLETO' THEN $5::timestamptz ELSE $6::timestamptz END
          ${LEAST_LOOKED_FIRST}, expires_at DESC LIMIT ${POLLS_PER_ROUND}`,
        values: [
          ...[companyId, endsAfter, dueBy],
          ...[issuedBy.PIX, issuedBy.BOLETO, issuedBy.OPEN_FINANCE],
        ],
      }),

    listUndecided: async (companyId, reservedBefore, dueBy) =>
      readDue(PAYINS, db, {
        name: 'payin_undecided',
        text: `SELECT ${PAYINS.names}, l.looks FROM payins LEFT JOIN ${LOOK_UPS_OF_COMPANY}
          WHERE company_id = $1 AND charge_state <> 'decided'
            AND (charge_state = 'unknown'
              OR (charge_state IN ('reserved', 'charging') AND reserved_at <= $2))
            AND ($3::timestamptz IS NULL OR l.due_at IS NULL OR l.due_at <= $3)
          ${LEAST_LOOKED_FIRST}, reserved_at DESC LIMIT ${POLLS_PER_ROUND}`,
        values: [companyId, reservedBefore, dueBy],
      }),

    listWatched: async (companyId, dueBy) =>
      readDue(PAYINS, db, {
        name: 'payin_watched',
        text: `SELECT ${PAYINS.names}, l.looks FROM payins JOIN ${LOOK_UPS_OF_COMPANY}
          WHERE company_id = $1 AND charge_state = 'decided'
            AND l.watched_until IS NOT NULL AND l.due_at <= $2
          ${LEAST_LOOKED_FIRST} LIMIT ${POLLS_PER_ROUND}`,
        values: [companyId, dueBy],
      }),

    listReturnsDue: async (companyId, dueBy) =>
      readDue(PAYINS, db, {
        name: 'payin_returns_due',
        text: `SELECT ${PAYINS.names}, l.looks FROM payins JOIN (
            SELECT substr(subject_id, ${RETURNS_OF.length + 1}) AS payin_id, looks, due_at
              FROM look_ups WHERE company_id = $1 AND due_at <= $2
                AND subject_id LIKE '${RETURNS_OF}%') l ON l.payin_id = id
          WHERE company_id = $1 ORDER BY l.due_at LIMIT ${POLLS_PER_ROUND}`,
        values: [companyId, dueBy],
      }),
  } satisfies Partial<PayinStore>;
}
