import type { Payin } from '../payin.ts';

/** Pays nothing; waits for whoever runs the service while the payin awaits its payment. */
export type Underpayment = {
  companyId: string;
  payinId: string;
  paidAmount: number;
  /** Real time. */
  foundAt: Date;
};

export interface UnderpaymentStore {
  put(underpayment: Underpayment): Promise<void>;
  /** Null also where its payin awaits no payment any more. */
  findWaiting(companyId: string, payinId: string): Promise<Underpayment | null>;
  listWaiting(companyId: string): Promise<WaitingUnderpayment[]>;
}

export type WaitingUnderpayment = Underpayment &
  Pick<Payin, 'referenceId' | 'amount' | 'paymentMethod' | 'provider'>;
