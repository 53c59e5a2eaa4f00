/**
 * `attempt` told payins of one reference apart. It is left to builds that still write it. Migration
 * 32 did it before.
 */
export const DEFAULT_OF_ATTEMPTS: readonly string[] = [
  'ALTER TABLE payins ALTER COLUMN attempt SET DEFAULT 1',
];
