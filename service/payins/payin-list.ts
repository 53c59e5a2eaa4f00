import type { PayinStatus } from '../../contract/payin.ts';
import type { PaymentMethod } from '../../contract/payment-method.ts';

/** A payin in a list; who pays is not in it. */
export type ListedPayin = {
  id: string;
  referenceId: string;
  status: PayinStatus;
  paymentMethod: PaymentMethod;
  /** Centavos. */
  amount: number;
  /** Centavos given back so far. */
  refundedAmount: number;
  createdAt: Date;
};

export interface PayinListStore {
  /** Newest first; a filter that is null is not asked for. `from` and `until` are inclusive. */
  list(
    companyId: string,
    filter: {
      status: PayinStatus | null;
      referenceId: string | null;
      from: Date | null;
      until: Date | null;
      limit: number;
    },
  ): Promise<ListedPayin[]>;
}
