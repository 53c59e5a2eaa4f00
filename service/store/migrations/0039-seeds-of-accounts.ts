/** What the sandbox wrote of an account last; null where an operator made it. */
export const SEEDS_OF_ACCOUNTS: readonly string[] = [
  'ALTER TABLE companies ADD COLUMN seed_print text',
];
