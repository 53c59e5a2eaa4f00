import type { CardBrand } from '../../contract/card-brand.ts';
import type { CardTokenStatus, CardTokenStore } from '../card-token.ts';
import type { Db } from './db.ts';

type Row = {
  company_id: string;
  token_hash: Uint8Array;
  status: CardTokenStatus;
  amount: number;
  installments: number;
  reference_id: string;
  brand: CardBrand;
  last4: string;
  card_fingerprint: Uint8Array;
  sealed_card: Uint8Array | null;
  is_authenticated: boolean;
  customer_document_hash: Uint8Array | null;
  created_at: Date;
  expires_at: Date;
};

export function createCardTokenStore(db: Db): CardTokenStore {
  return {
    async insert(token) {
      await db.query({
        name: 'card_token_insert',
        text: `INSERT INTO card_tokens (company_id, token_hash, status, amount, installments,
            reference_id, brand, last4, card_fingerprint, sealed_card, created_at, expires_at)
          VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
        values: [
          token.companyId,
          token.tokenHash,
          token.status,
          token.amount,
          token.installments,
          token.referenceId,
          token.brand,
          token.last4,
          token.cardFingerprint,
          token.sealedCard,
          token.createdAt,
          token.expiresAt,
        ],
      });
    },

    async find({ companyId, tokenHash }) {
      const [row] = await db.query<Row>({
        name: 'card_token_find',
        text: `SELECT company_id, token_hash, status, amount, installments, reference_id, brand,
            last4, card_fingerprint, sealed_card, three_ds_result IS NOT NULL AS is_authenticated,
            customer_document_hash, created_at, expires_at
          FROM card_tokens WHERE company_id = $1 AND token_hash = $2`,
        values: [companyId, tokenHash],
      });
      return row === undefined ? null : toCardToken(row);
    },

    async take(tx, { companyId, tokenHash }, payinId) {
      const rows = await tx.query({
        name: 'card_token_take',
        text: `UPDATE card_tokens SET status = 'in_use', payin_id = $3
          WHERE company_id = $1 AND token_hash = $2 AND status = 'fresh' RETURNING status`,
        values: [companyId, tokenHash, payinId],
      });
      return rows.length > 0;
    },

    async settle(tx, { companyId, tokenHash, payinId }, to) {
      await tx.query({
        name: 'card_token_settle',
        text: `UPDATE card_tokens SET status = $4::text, customer_document_hash = $5,
            payin_id = CASE WHEN $4::text = 'fresh' THEN NULL ELSE payin_id END,
            sealed_card = CASE WHEN $4::text = 'spent' THEN NULL ELSE sealed_card END
          WHERE company_id = $1 AND token_hash = $2 AND status = 'in_use' AND payin_id = $3`,
        values: [
          companyId,
          tokenHash,
          payinId,
          to.status,
          to.status === 'on_file' ? to.customerDocumentHash : null,
        ],
      });
    },

    async revoke({ companyId, tokenHash }, tx = db) {
      await tx.query({
        name: 'card_token_revoke',
        text: `UPDATE card_tokens SET status = 'revoked', sealed_card = NULL
          WHERE company_id = $1 AND token_hash = $2 AND status = 'fresh'`,
        values: [companyId, tokenHash],
      });
    },

    async bindThreeDS(tx, { companyId, tokenHash }, result) {
      await tx.query({
        name: 'card_token_bind_three_ds',
        text: `UPDATE card_tokens SET three_ds_result = $3::jsonb
          WHERE company_id = $1 AND token_hash = $2 AND status = 'fresh'`,
        values: [companyId, tokenHash, JSON.stringify(result)],
      });
    },

    async listSealedElsewhere(companyId, version) {
      const rows = await db.query<{ token_hash: Uint8Array; sealed_card: Uint8Array }>({
        name: 'card_token_sealed_elsewhere',
        text: `SELECT token_hash, sealed_card FROM card_tokens
          WHERE company_id = $1 AND sealed_card IS NOT NULL
            AND substring(sealed_card FROM 2 FOR 2) <> $2 LIMIT 500`,
        values: [companyId, new Uint8Array([version >> 8, version & 0xff])],
      });
      return rows.map((row) => ({ tokenHash: row.token_hash, sealedCard: row.sealed_card }));
    },

    async replaceSealed({ companyId, tokenHash }, from, to) {
      await db.query({
        name: 'card_token_replace_sealed',
        text: `UPDATE card_tokens SET sealed_card = $4
          WHERE company_id = $1 AND token_hash = $2 AND sealed_card = $3`,
        values: [companyId, tokenHash, from, to],
      });
    },

    async spendExpired(companyId, now) {
      await db.query({
        name: 'card_token_spend_expired',
        text: `UPDATE card_tokens SET status = 'spent', sealed_card = NULL
          WHERE company_id = $1 AND expires_at <= $2 AND status = 'fresh'
            AND sealed_card IS NOT NULL`,
        values: [companyId, now],
      });
    },
  };
}

function toCardToken(row: Row) {
  return {
    companyId: row.company_id,
    tokenHash: row.token_hash,
    status: row.status,
    amount: row.amount,
    installments: row.installments,
    referenceId: row.reference_id,
    brand: row.brand,
    last4: row.last4,
    cardFingerprint: row.card_fingerprint,
    sealedCard: row.sealed_card,
    isAuthenticated: row.is_authenticated,
    customerDocumentHash: row.customer_document_hash,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  };
}
