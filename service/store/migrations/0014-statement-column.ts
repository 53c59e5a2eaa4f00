/**
 * What was available after each transaction, so that a page of a statement costs the same wherever
 * it lies. Null in a row that a build from before writes while it is being replaced; those of before
 * are filled by `0043-balances-of-before.ts`.
 */
export const STATEMENT_COLUMN: readonly string[] = [
  'ALTER TABLE ledger_transactions ADD COLUMN available_after bigint',
];
