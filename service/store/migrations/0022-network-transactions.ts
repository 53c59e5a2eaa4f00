/** What a card's network called the charge by which the card came on file. */
export const NETWORK_TRANSACTION_COLUMN: readonly string[] = [
  'ALTER TABLE card_tokens ADD COLUMN network_transaction_id text',
];
