import type { PaymentMethod } from '../../contract/payments/payment-method.ts';

/** `refundId`: the attempt's own, 32 hexadecimal digits, for which the party gives back once. */
export type RefundOrder = {
  companyId: string;
  /** Our payin id, as the payment was charged or issued under. */
  reference: string;
  /** What the party calls the payment; null where it has told none, and knows it by `reference`. */
  externalId: string | null;
  refundId: string;
  /** Centavos; all of the payment, or a part. */
  amount: number;
  /** Centavos that other refunds have given back: for parties that tell the sum alone. */
  refundedBefore: number;
  /** For the same parties: an earlier refund of the payment is not decided yet. */
  followsAnother: boolean;
  /** The merchant's words, for where the party shows them; null where there are none. */
  reason: string | null;
  /** What was paid beyond the amount: of two payments the latter goes back. */
  isExcess?: boolean;
};

/** `processing`: taken in, not decided yet. `refused`: for good; nothing is given back. */
export type KnownRefund =
  | { kind: 'done'; externalId: string }
  | { kind: 'processing' }
  | { kind: 'refused'; reason: string }
  | { kind: 'not_found' };

/** What a party answers to the order. `unavailable`: a passing failure; surely not taken in. */
export type RefundAnswer = Exclude<KnownRefund, { kind: 'not_found' }> | { kind: 'unavailable' };

/**
 * What is thrown means "unknown": the refund is looked up, and asked for again under its `refundId`
 * where it never arrived. So the adapter of a party without such ids finds out if it has asked.
 */
export interface RefundVerbs {
  /** Gives back once per `refundId`; gives up when `signal` is aborted. */
  refund(order: RefundOrder, signal: AbortSignal): Promise<RefundAnswer>;
  findRefund(refund: Omit<RefundOrder, 'reason'>, signal: AbortSignal): Promise<KnownRefund>;
}

/** The methods a party gives money back by; one that names any has both verbs. */
export type RefundCapabilities = { readonly refund: readonly PaymentMethod[] };
