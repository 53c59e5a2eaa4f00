/** What a key pair may do. Decision: no scope holds another, so that who charges need not read. */
export const KEY_SCOPES = ['charge', 'refund', 'payout', 'read'] as const;
export type KeyScope = (typeof KEY_SCOPES)[number];
