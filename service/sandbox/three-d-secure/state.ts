/**
 * What this provider remembers, by key: it plays companies of its own (3DS Server and bank), so its
 * memory outlives our process and is not our tables. Values hold a card number until the bank has
 * been asked, and proofs; whoever implements this seals them.
 */
export interface SandboxThreeDSState {
  read(key: string): Promise<string | null>;
  /** Keeps the value unless the key has one; gives the value that stays. Atomic. */
  keep(key: string, value: string): Promise<string>;
  /** Puts `next` in place of `expected`; false where the key holds anything else. Atomic. */
  replace(key: string, expected: string, next: string): Promise<boolean>;
}
