import type { Db, Queryable } from '../../../base/shared/db.ts';
import type {
  CardTokenStore,
  FinishedToken,
  StoredCardToken,
} from '../../../domain/cards/card-token.ts';
import { columnsOf } from '../columns.ts';
import { execute, hasRows } from '../rows.ts';
import { raw, sql } from '../sql.ts';
import { versionBytes } from '../upkeep/sealed-values.ts';

type Told = { is_authenticated: boolean; consent: StoredCardToken['consent'] };
const TOKENS = columnsOf<Omit<StoredCardToken, 'isAuthenticated' | 'consent'>>({
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
  savedFrom: 'saved_from',
  usedBy: 'payin_id',
  createdAt: 'created_at',
  expiresAt: 'expires_at',
});

export function createCardTokenStore(db: Db): CardTokenStore {
  return {
    ...sealedCards(db),

    insert: async (token) => execute(db, TOKENS.insertion('card_tokens', token)),

    async find({ companyId, tokenHash }) {
      const [row] = await db.query<Told>(sql('card_token_find', companyId, tokenHash)`
        SELECT ${raw(TOKENS.names)}, three_ds_result IS NOT NULL AS is_authenticated,
          (SELECT json_build_object('customerId', c.customer_id) FROM card_consents c
            WHERE c.company_id = $1 AND c.token_hash = $2) AS consent
        FROM card_tokens WHERE company_id = $1 AND token_hash = $2`);
      if (row === undefined) return null;
      return { ...TOKENS.read(row), isAuthenticated: row.is_authenticated, consent: row.consent };
    },

    take: async (tx, { companyId, tokenHash }, payinId) =>
      hasRows(tx, 'card_token_take', companyId)`
        UPDATE card_tokens SET status = 'in_use', payin_id = ${payinId}
        WHERE company_id = $1 AND token_hash = ${tokenHash} AND status = 'fresh'
          AND (saved_from IS NULL OR EXISTS (SELECT FROM card_tokens saved
            WHERE saved.company_id = $1 AND saved.token_hash = card_tokens.saved_from
              AND saved.status = 'on_file'))
        RETURNING status`,

    finish: async (tx, { companyId, tokenHash, payinId }, to) => {
      if (to.status === 'on_file') return keep(tx, [companyId, tokenHash, payinId], to);
      await execute(tx, 'card_token_finish', companyId, to.status)`
        UPDATE card_tokens SET status = $2::text, customer_document_hash = NULL,
          network_transaction_id = NULL,
          payin_id = CASE WHEN $2::text = 'fresh' THEN NULL ELSE payin_id END,
          sealed_card = CASE WHEN $2::text = 'spent' THEN NULL ELSE sealed_card END
        WHERE company_id = $1 AND token_hash = ${tokenHash} AND status = 'in_use'
          AND payin_id = ${payinId}`;
    },

    revoke: async ({ companyId, tokenHash }) =>
      hasRows(db, 'card_token_revoke', companyId, tokenHash)`
        UPDATE card_tokens SET sealed_card = NULL, customer_document_hash = NULL,
          network_transaction_id = NULL,
          status = CASE WHEN status = 'spent' THEN status ELSE 'revoked' END
        WHERE company_id = $1
          AND (token_hash = $2 OR (saved_from = $2 AND status = 'fresh')) RETURNING status`,

    revokeUnused: async (tx, { companyId, tokenHash }) =>
      execute(tx, 'card_token_revoke_unused', companyId)`
        UPDATE card_tokens SET status = 'revoked', sealed_card = NULL
        WHERE company_id = $1 AND token_hash = ${tokenHash} AND status = 'fresh'`,

    bindThreeDS: async (tx, { companyId, tokenHash }, result) =>
      execute(tx, 'card_token_bind_three_ds', companyId)`
        UPDATE card_tokens SET three_ds_result = ${JSON.stringify(result)}::jsonb
        WHERE company_id = $1 AND token_hash = ${tokenHash} AND status = 'fresh'`,

    async spendExpired(companyId, now) {
      await execute(db, 'card_token_spend_expired', companyId)`
        UPDATE card_tokens SET status = 'spent', sealed_card = NULL
        WHERE company_id = $1 AND expires_at <= ${now} AND status = 'fresh'
          AND sealed_card IS NOT NULL`;
      await execute(db, 'card_consent_forget_unsaved', companyId)`
        DELETE FROM card_consents c WHERE c.company_id = $1 AND c.saved_at IS NULL
        AND EXISTS (SELECT FROM card_tokens t WHERE t.company_id = $1
          AND t.token_hash = c.token_hash AND t.status IN ('spent', 'revoked'))`;
    },
  };
}

/** One statement, as all that belongs to a transition: whether there is consent is seen by it alone. */
function keep(
  tx: Queryable,
  key: readonly [companyId: string, tokenHash: Uint8Array, payinId: string],
  to: Extract<FinishedToken, { status: 'on_file' }>,
): Promise<void> {
  const { customerDocumentHash, networkTransactionId, customerId, savedAt } = to;
  return execute(tx, 'card_token_keep', ...key, customerId)`WITH agreed AS (
      UPDATE card_consents SET customer_id = $4, saved_at = ${savedAt}
      WHERE company_id = $1 AND token_hash = $2 AND (customer_id IS NULL OR customer_id = $4)
      RETURNING company_id
    )
    UPDATE card_tokens SET
      status = CASE WHEN EXISTS (SELECT FROM agreed) THEN 'on_file' ELSE 'spent' END,
      customer_document_hash =
        CASE WHEN EXISTS (SELECT FROM agreed) THEN ${customerDocumentHash}::bytea END,
      network_transaction_id =
        CASE WHEN EXISTS (SELECT FROM agreed) THEN ${networkTransactionId}::text END,
      sealed_card = CASE WHEN EXISTS (SELECT FROM agreed) THEN sealed_card END
    WHERE company_id = $1 AND token_hash = $2 AND status = 'in_use' AND payin_id = $3`;
}

function sealedCards(db: Db): Pick<CardTokenStore, 'listSealed' | 'replaceSealed'> {
  return {
    listSealed: (companyId, { notUnder, after }) =>
      db.query(sql('card_token_list_sealed', companyId, versionBytes(notUnder))`
        SELECT token_hash AS "tokenHash", sealed_card AS "sealedCard" FROM card_tokens
        WHERE company_id = $1 AND sealed_card IS NOT NULL
          AND ($2::bytea IS NULL OR substring(sealed_card FROM 2 FOR 2) <> $2)
          AND token_hash > ${after} ORDER BY token_hash LIMIT 500`),

    replaceSealed: async ({ companyId, tokenHash }, from, to) =>
      execute(db, 'card_token_replace_sealed', companyId)`UPDATE card_tokens SET sealed_card = ${to}
        WHERE company_id = $1 AND token_hash = ${tokenHash} AND sealed_card = ${from}`,
  };
}
