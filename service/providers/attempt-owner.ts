/** Whose attempts are, where a party tells of them at an address that all companies share. */
export interface AttemptOwnerStore {
  /** The company whose payin or payout has that key (see attempt-key.ts); null where nobody's has. */
  find(of: 'payin' | 'payout', key: string): Promise<string | null>;
}
