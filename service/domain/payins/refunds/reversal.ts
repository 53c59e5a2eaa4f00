import type { Queryable } from '../../../base/shared/db.ts';

/** Gives back what came in for a FAILED payin; written before the provider is asked. Real times. */
export type Reversal = {
  companyId: string;
  payinId: string;
  /** 128 random bits: the acquirer knows the attempt by it, however often it is asked. */
  id: string;
  provider: string;
  externalId: string;
  amount: number;
  /** What had gone back of the same money before it: a provider may tell of returns by their sum. */
  returnedBefore: number;
  /** The provider has no call for it, or refuses to: an operator gives it back there. */
  isByHand: boolean;
  begunAt: Date;
  doneAt: Date | null;
};

export type OpenReversal = { reversal: Reversal; referenceId: string };

/** `after`: the one that is done, whose place it takes. */
export type ReversalToKeep = Reversal & { after?: string };

export interface ReversalStore {
  /** Also its end, that it is by hand, or that this is of more. False where there is another, or that was written. */
  put(tx: Queryable, reversal: ReversalToKeep): Promise<boolean>;
  find(companyId: string, payinId: string): Promise<Reversal | null>;
  listOpen(companyId: string): Promise<OpenReversal[]>;
}
