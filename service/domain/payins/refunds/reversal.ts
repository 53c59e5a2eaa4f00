import type { Queryable } from '../../../base/shared/db.ts';

/**
 * The attempt to give back what came in for a payin that has FAILED: a charge that was found later, or
 * a payment of less than was asked for. It is written before the provider is asked for it, under an id
 * of its own. Times are real ones.
 */
export type Reversal = {
  companyId: string;
  payinId: string;
  /** 128 random bits: the acquirer knows the attempt by it, however often it is asked. */
  id: string;
  provider: string;
  /** What the provider calls the charge or payment. */
  externalId: string;
  amount: number;
  /** The provider has no call for it, or refuses to: an operator gives it back there. */
  isByHand: boolean;
  begunAt: Date;
  doneAt: Date | null;
};

/** One that is not done, with the merchant's own reference of its payin. */
export type OpenReversal = { reversal: Reversal; referenceId: string };

export interface ReversalStore {
  /**
   * Adds it, or writes when it was done or that it is by hand from now on. False, and nothing is
   * written, where the payin has another one, and where that was written before.
   */
  put(tx: Queryable, reversal: Reversal): Promise<boolean>;
  find(companyId: string, payinId: string): Promise<Reversal | null>;
  /** Those of a company that are not done, the oldest first. */
  listOpen(companyId: string): Promise<OpenReversal[]>;
}
