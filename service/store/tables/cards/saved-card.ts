import type { SavedCardStore } from '../../../domain/cards/saved-card.ts';

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
