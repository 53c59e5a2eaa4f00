import type { Db, Statement } from '../../../base/shared/db.ts';
import { POLLS_PER_ROUND } from '../../../base/shared/look-ups.ts';
import type { Payin, PayinStore } from '../../../domain/payins/payin.ts';
import { RETURNS_OF } from '../../../domain/payins/watch-payin.ts';
import { columnsOf } from '../columns.ts';
import { raw, sql } from '../sql.ts';
import { dueOf, LEAST_LOOKED_FIRST, LOOK_UPS_OF_COMPANY } from './look-ups.ts';

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
      const statement: Statement = sql('payin_claim', ...PAYINS.values(payin))`
        INSERT INTO payins (${raw(PAYINS.names)}, holds_reference)
        VALUES (${raw(PAYINS.parameters)}, true) ON CONFLICT DO NOTHING RETURNING id`;
      const batchKey = `payin_claim ${payin.companyId}`;
      const rows = await (tx === null ? db.query(statement, { batchKey }) : tx.query(statement));
      return rows.length > 0;
    },

    async find(companyId, id) {
      const [row] = await db.query(
        sql('payin_find', companyId)`
          SELECT ${raw(PAYINS.names)} FROM payins WHERE company_id = $1 AND id = ${id}`,
        { batchKey: `payin_find ${companyId}` },
      );
      return row === undefined ? null : PAYINS.read(row);
    },

    findByReference: async (companyId, referenceId) =>
      PAYINS.one(db, 'payin_by_reference', companyId)`SELECT ${raw(PAYINS.names)} FROM payins
        WHERE company_id = $1 AND reference_id IN (${referenceId.normalize()},
          ${referenceId.normalize('NFD')}) AND holds_reference`,

    async findReturning(provider, externalId) {
      const found = await PAYINS.all(db, 'payin_returning')`SELECT ${raw(PAYINS.names)} FROM payins
        WHERE (provider || ' ' || external_id) = ${`${provider} ${externalId}`}
          AND return_url IS NOT NULL LIMIT 2`;
      return found.length === 1 ? (found[0] ?? null) : null;
    },

    findByBoleto: async (companyId, boletoId) =>
      PAYINS.one(db, PAYINS.by('payins', { companyId, boletoId })),
  };
}

function duePayinsOf(db: Db) {
  return {
    listOverPayments: async (companyId, endedBy, dueBy) =>
      dueOf(PAYINS)(db, 'payin_over_payments', companyId, dueBy)`
        SELECT ${raw(PAYINS.names)}, l.looks FROM payins LEFT JOIN ${raw(LOOK_UPS_OF_COMPANY)}
        WHERE company_id = $1 AND charge_state = 'awaiting_payment' AND expires_at <= ${endedBy}
          AND ($2::timestamptz IS NULL OR l.due_at IS NULL OR l.due_at <= $2)
        ${raw(LEAST_LOOKED_FIRST)}, expires_at DESC LIMIT ${raw(POLLS_PER_ROUND)}`,

    listOpenPayments: async (companyId, { issuedBy, endsAfter }, dueBy) =>
      dueOf(PAYINS)(db, 'payin_open_payments', companyId)`
        SELECT ${raw(PAYINS.names)}, l.looks FROM payins LEFT JOIN ${raw(LOOK_UPS_OF_COMPANY)}
        WHERE company_id = $1 AND charge_state = 'awaiting_payment' AND expires_at > ${endsAfter}
          AND (l.due_at IS NULL OR l.due_at <= ${dueBy})
          AND reserved_at <= CASE WHEN payment_method = 'PIX' THEN ${issuedBy.PIX}::timestamptz
            WHEN payment_method = 'BOLETO' THEN ${issuedBy.BOLETO}::timestamptz
              ELSE ${issuedBy.OPEN_FINANCE}::timestamptz END
        ${raw(LEAST_LOOKED_FIRST)}, expires_at DESC LIMIT ${raw(POLLS_PER_ROUND)}`,

    listUndecided: async (companyId, reservedBefore, dueBy) =>
      dueOf(PAYINS)(db, 'payin_undecided', companyId, dueBy)`
        SELECT ${raw(PAYINS.names)}, l.looks FROM payins LEFT JOIN ${raw(LOOK_UPS_OF_COMPANY)}
        WHERE company_id = $1 AND charge_state <> 'decided'
          AND (charge_state = 'unknown'
            OR (charge_state IN ('reserved', 'charging') AND reserved_at <= ${reservedBefore}))
          AND ($2::timestamptz IS NULL OR l.due_at IS NULL OR l.due_at <= $2)
        ${raw(LEAST_LOOKED_FIRST)}, reserved_at DESC LIMIT ${raw(POLLS_PER_ROUND)}`,

    listWatched: async (companyId, dueBy) =>
      dueOf(PAYINS)(db, 'payin_watched', companyId)`
        SELECT ${raw(PAYINS.names)}, l.looks FROM payins JOIN ${raw(LOOK_UPS_OF_COMPANY)}
        WHERE company_id = $1 AND charge_state = 'decided'
          AND l.watched_until IS NOT NULL AND l.due_at <= ${dueBy}
        ${raw(LEAST_LOOKED_FIRST)} LIMIT ${raw(POLLS_PER_ROUND)}`,

    listReturnsDue: async (companyId, dueBy) =>
      dueOf(PAYINS)(db, 'payin_returns_due', companyId)`
        SELECT ${raw(PAYINS.names)}, l.looks FROM payins JOIN (
          SELECT substr(subject_id, ${raw(RETURNS_OF.length + 1)}) AS payin_id, looks, due_at
            FROM look_ups WHERE company_id = $1 AND due_at <= ${dueBy}
              AND subject_id LIKE '${raw(RETURNS_OF)}%') l ON l.payin_id = id
        WHERE company_id = $1 ORDER BY l.due_at LIMIT ${raw(POLLS_PER_ROUND)}`,
  } satisfies Partial<PayinStore>;
}
