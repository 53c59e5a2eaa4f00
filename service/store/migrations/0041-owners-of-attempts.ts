/**
 * Whose an attempt is that a party tells of at an address which all companies share: by what is random
 * in an id alone, of which its company is no part. Nothing is written for the sandbox's own party,
 * which tells nothing.
 */
export const OWNERS_OF_PAYINS: readonly string[] = [
  `CREATE INDEX CONCURRENTLY payins_attempt_key ON payins ((right(id, 22)))
    WHERE provider <> 'sandbox'`,
];

export const OWNERS_OF_PAYOUTS: readonly string[] = [
  `CREATE INDEX CONCURRENTLY payouts_attempt_key ON payouts ((right(id, 22)))
    WHERE provider <> 'sandbox'`,
];
