import type { Queryable } from '../shared/db.ts';

/**
 * The attempt to give back a charge that was found after its payin had FAILED. It is written before
 * the acquirer is asked for it, under an id of its own. Times are real ones.
 */
export type Reversal = {
  companyId: string;
  payinId: string;
  /** 128 random bits: the acquirer knows the attempt by it, however often it is asked. */
  id: string;
  provider: string;
  /** What the acquirer calls the charge. */
  externalId: string;
  /** Centavos. */
  amount: number;
  /** The acquirer has no call for it: an operator gives it back there. */
  isByHand: boolean;
  begunAt: Date;
  doneAt: Date | null;
};

export interface ReversalStore {
  /**
   * Adds it, or writes when it was done. False, and nothing is written, where the payin has one
   * already, and where it was done before.
   */
  put(tx: Queryable, reversal: Reversal): Promise<boolean>;
  find(companyId: string, payinId: string): Promise<Reversal | null>;
  /** Those of a company that are not done, the oldest first, with the merchant's own reference. */
  listOpen(companyId: string): Promise<{ reversal: Reversal; referenceId: string }[]>;
}
