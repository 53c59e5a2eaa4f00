import type { PaymentMethod } from '../../contract/payments/payment-method.ts';

/**
 * Money of one payment that goes back to whoever paid it. `refundId` is the attempt's own id, 32
 * hexadecimal digits: the party gives back once for it, however often it is asked.
 */
export type RefundOrder = {
  companyId: string;
  /** Our payin id, as the payment was charged or issued under. */
  reference: string;
  /** What the party calls the payment; null where it has told none, and knows it by `reference`. */
  externalId: string | null;
  refundId: string;
  /** Centavos; all of the payment, or a part. */
  amount: number;
  /**
   * Centavos of the payment that other refunds have given back, and whether an earlier one of it is
   * not decided yet: for parties that know refunds by their sum alone.
   */
  refundedBefore: number;
  followsAnother: boolean;
  /** The merchant's words, for where the party shows them; null where there are none. */
  reason: string | null;
  /** What was paid beyond the amount: of two payments the latter goes back. */
  isExcess?: boolean;
};

/**
 * What a party knows of a refund. `processing`: taken in, not decided yet. `refused`: for good,
 * nothing is given back. `not_found`: it has not got it.
 */
export type KnownRefund =
  | { kind: 'done'; externalId: string }
  | { kind: 'processing' }
  | { kind: 'refused'; reason: string }
  | { kind: 'not_found' };

/** What a party answers to the order. `unavailable`: a passing failure; surely not taken in. */
export type RefundAnswer = Exclude<KnownRefund, { kind: 'not_found' }> | { kind: 'unavailable' };

/**
 * The verbs of whoever gives money back. Whatever else goes wrong is thrown and means "unknown": the
 * refund is then looked up, and asked for again under the same `refundId` where it never arrived. So
 * an adapter of a party without such an id has to find out by itself whether it has asked before.
 */
export interface RefundVerbs {
  /** Gives back once per `refundId`; gives up when `signal` is aborted. */
  refund(order: RefundOrder, signal: AbortSignal): Promise<RefundAnswer>;
  findRefund(refund: Omit<RefundOrder, 'reason'>, signal: AbortSignal): Promise<KnownRefund>;
}

/** The methods a party gives money back by; one that names any has both verbs. */
export type RefundCapabilities = { readonly refund: readonly PaymentMethod[] };
