import type { Queryable } from '../../../base/shared/db.ts';

/**
 * What came in for a payin that has FAILED is given back. Written before the provider is asked.
 * Times are real ones.
 */
export type Reversal = {
  companyId: string;
  payinId: string;
  /** 128 random bits: the acquirer knows the attempt by it, however often it is asked. */
  id: string;
  provider: string;
  externalId: string;
  amount: number;
  /** The provider has no call for it, or refuses to: an operator gives it back there. */
  isByHand: boolean;
  begunAt: Date;
  doneAt: Date | null;
};

export type OpenReversal = { reversal: Reversal; referenceId: string };

export interface ReversalStore {
  /**
   * Adds it, or writes when it was done or that it is by hand from now on. False, and nothing is
   * written, where the payin has another one, and where that was written before.
   */
  put(tx: Queryable, reversal: Reversal): Promise<boolean>;
  find(companyId: string, payinId: string): Promise<Reversal | null>;
  listOpen(companyId: string): Promise<OpenReversal[]>;
}
