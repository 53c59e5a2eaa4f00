import type { Db } from '../../../base/shared/db.ts';
import type { CardTokenStore, StoredCardToken } from '../../../domain/cards/card-token.ts';
import type { SavedCardStore } from '../../../domain/cards/saved-card.ts';
import { columnsOf } from '../columns.ts';
import { execute, hasRows } from '../rows.ts';
import { versionBytes } from '../upkeep/sealed-values.ts';

type Told = { is_authenticated: boolean };
const TOKENS = columnsOf<Omit<StoredCardToken, 'isAuthenticated'>>({
  companyId: 'company_id',
  tokenHash: 'token_hash',
  status: 'status',
  amount: 'amount',
  installments: 'installments',
  installmentPlan: 'installment_plan::jsonb',
  referenceId: 'reference_id',
  brand: 'brand',
  last4: 'last4',
  cardFingerprint: 'card_fingerprint',
  sealedCard: 'sealed_card',
  customerDocumentHash: 'customer_document_hash',
  networkTransactionId: 'network_transaction_id',
  usedBy: 'payin_id',
  createdAt: 'created_at',
  expiresAt: 'expires_at',
});

export function createCardTokenStore(db: Db): CardTokenStore {
  return {
    ...sealedCards(db),

    insert: async (token) =>
      execute(db, {
        name: 'card_token_insert',
        text: `INSERT INTO card_tokens (${TOKENS.names}) VALUES (${TOKENS.parameters})`,
        values: TOKENS.values(token),
      }),

    async find({ companyId, tokenHash }) {
      const [row] = await db.query<Told>({
        name: 'card_token_find',
        text: `SELECT ${TOKENS.names}, three_ds_result IS NOT NULL AS is_authenticated
          FROM card_tokens WHERE company_id = $1 AND token_hash = $2`,
        values: [companyId, tokenHash],
      });
      if (row === undefined) return null;
      return { ...TOKENS.read(row), isAuthenticated: row.is_authenticated };
    },

    take: async (tx, { companyId, tokenHash }, payinId) =>
      hasRows(tx, {
        name: 'card_token_take',
        text: `UPDATE card_tokens SET status = 'in_use', payin_id = $3
          WHERE company_id = $1 AND token_hash = $2 AND status = 'fresh' RETURNING status`,
        values: [companyId, tokenHash, payinId],
      }),

    finish: async (tx, { companyId, tokenHash, payinId }, to) =>
      execute(tx, {
        name: 'card_token_finish',
        text: `UPDATE card_tokens SET status = $4::text, customer_document_hash = $5,
            network_transaction_id = $6,
            payin_id = CASE WHEN $4::text = 'fresh' THEN NULL ELSE payin_id END,
            sealed_card = CASE WHEN $4::text = 'spent' THEN NULL ELSE sealed_card END
          WHERE company_id = $1 AND token_hash = $2 AND status = 'in_use' AND payin_id = $3`,
        values: [
          companyId,
          tokenHash,
          payinId,
          to.status,
          to.status === 'on_file' ? to.customerDocumentHash : null,
          to.status === 'on_file' ? to.networkTransactionId : null,
        ],
      }),

    revoke: async ({ companyId, tokenHash }) =>
      hasRows(db, {
        name: 'card_token_revoke',
        text: `UPDATE card_tokens SET sealed_card = NULL, customer_document_hash = NULL,
            network_transaction_id = NULL,
            status = CASE WHEN status = 'spent' THEN status ELSE 'revoked' END
          WHERE company_id = $1 AND token_hash = $2 RETURNING status`,
        values: [companyId, tokenHash],
      }),

    revokeUnused: async (tx, { companyId, tokenHash }) =>
      execute(tx, {
        name: 'card_token_revoke_unused',
        text: `UPDATE card_tokens SET status = 'revoked', sealed_card = NULL
          WHERE company_id = $1 AND token_hash = $2 AND status = 'fresh'`,
        values: [companyId, tokenHash],
      }),

    bindThreeDS: async (tx, { companyId, tokenHash }, result) =>
      execute(tx, {
        name: 'card_token_bind_three_ds',
        text: `UPDATE card_tokens SET three_ds_result = $3::jsonb
          WHERE company_id = $1 AND token_hash = $2 AND status = 'fresh'`,
        values: [companyId, tokenHash, JSON.stringify(result)],
      }),

    spendExpired: async (companyId, now) =>
      execute(db, {
        name: 'card_token_spend_expired',
        text: `UPDATE card_tokens SET status = 'spent', sealed_card = NULL
          WHERE company_id = $1 AND expires_at <= $2 AND status = 'fresh'
            AND sealed_card IS NOT NULL`,
        values: [companyId, now],
      }),
  };
}

function sealedCards(db: Db): Pick<CardTokenStore, 'listSealed' | 'replaceSealed'> {
  return {
    async listSealed(companyId, { notUnder, after }) {
      const rows = await db.query<{ token_hash: Uint8Array; sealed_card: Uint8Array }>({
        name: 'card_token_list_sealed',
        text: `SELECT token_hash, sealed_card FROM card_tokens
          WHERE company_id = $1 AND sealed_card IS NOT NULL
            AND ($2::bytea IS NULL OR substring(sealed_card FROM 2 FOR 2) <> $2)
            AND token_hash > $3 ORDER BY token_hash LIMIT 500`,
        values: [companyId, versionBytes(notUnder), after],
      });
      return rows.map((row) => ({ tokenHash: row.token_hash, sealedCard: row.sealed_card }));
    },

    replaceSealed: async ({ companyId, tokenHash }, from, to) =>
      execute(db, {
        name: 'card_token_replace_sealed',
        text: `UPDATE card_tokens SET sealed_card = $4
          WHERE company_id = $1 AND token_hash = $2 AND sealed_card = $3`,
        values: [companyId, tokenHash, from, to],
      }),
  };
}

export function createSavedCardStore(): SavedCardStore {
  return {
    async destroy(tx, cards) {
      const rows = await tx.query<{ token_hash: Uint8Array }>({
        name: 'saved_card_destroy',
        text: `UPDATE card_tokens
          SET status = 'revoked', sealed_card = NULL, customer_document_hash = NULL,
            network_transaction_id = NULL
          WHERE company_id = $1 AND status = 'on_file'
            AND ($2::bytea IS NULL OR token_hash = $2)
            AND ($3::bytea IS NULL OR customer_document_hash = $3)
          RETURNING token_hash`,
        values: [
          cards.companyId,
          'tokenHash' in cards ? cards.tokenHash : null,
          'customerDocumentHash' in cards ? cards.customerDocumentHash : null,
        ],
      });
      return rows.map((row) => row.token_hash);
    },
  };
}
