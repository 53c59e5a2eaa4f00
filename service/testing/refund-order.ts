import type { RefundOrder } from '../providers/refunds.ts';

/** A refund of a payment's only money back so far; tests say which payment, and spoil one thing. */
export function refundOrder(
  changes: Partial<RefundOrder> & Pick<RefundOrder, 'companyId' | 'reference'>,
): RefundOrder {
  return {
    externalId: null,
    refundId: '0123456789abcdef0123456789abcdef',
    amount: 3700,
    refundedBefore: 0,
    followsAnother: false,
    reason: null,
    ...changes,
  };
}
