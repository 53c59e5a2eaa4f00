import type { PaymentMethod } from '../../contract/payments/payment-method.ts';

/** One payment that was made, as its provider lists it; amounts in centavos. */
export type ListedPayment = {
  /** Our attempt's key (see attempt-key.ts); null of what was asked for elsewhere. */
  key: string | null;
  /** The provider's own id. */
  externalId: string;
  amount: number;
  /** What went back of it; null where the list does not tell. */
  returned: number | null;
};

/** Both inclusive. */
export type ListPeriod = { from: Date; until: Date };

/** What a provider lists of its own accord, of all who use an account. */
export type PaymentList = {
  methods: readonly PaymentMethod[];
  /** All of a period, page by page. Throws where a page does not come, or is not whole. */
  read(period: ListPeriod, signal: AbortSignal): AsyncIterable<ListedPayment[]>;
};

export function wholeKeyIn(text: string | null | undefined): string | null {
  const key = text?.toLowerCase() ?? '';
  return /^[0-9a-f]{32}$/.test(key) ? key : null;
}
