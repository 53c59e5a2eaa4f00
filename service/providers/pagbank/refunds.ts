import { attemptKeyOf } from '../attempt-key.ts';
import { isTurnedAway } from '../outgoing/answer.ts';
import type { KnownRefund, RefundAnswer, RefundOrder, RefundVerbs } from '../refunds.ts';
import type { PagBankApi } from './api.ts';
import type { Charge } from './fields.ts';
import { chargeSchema, errorsOf, reasonOf } from './fields.ts';
import { isOrderId, paidChargeOf } from './payments.ts';

/**
 * Gives back what was charged or paid, in parts. PagBank knows no refund by an id and keeps the sum
 * alone: our id is its idempotency key, under which it gives back once, and the sum tells the rest.
 */
export function createPagBankRefunds(api: PagBankApi): RefundVerbs {
  /** Null where nothing was paid. */
  async function findPaid(
    { reference, externalId }: Pick<RefundOrder, 'reference' | 'externalId'>,
    signal: AbortSignal,
  ): Promise<Charge | null> {
    const key = attemptKeyOf(reference);
    if (externalId === null || !isOrderId(externalId)) return api.findCharge(key, signal);
    const order = await api.findOrder(externalId, key, signal);
    return order === null ? null : paidChargeOf(order);
  }

  return {
    async refund(order, signal): Promise<RefundAnswer> {
      if (order.followsAnother) return { kind: 'unavailable' };
      const charge = await findPaid(order, signal);
      if (charge === null) return { kind: 'refused', reason: 'nothing was paid' };
      const { refundId: key, amount } = order;
      // PagBank does not say for how long it keeps a key; the sum does not forget.
      if (isGiven(charge, order)) return { kind: 'done', externalId: key };
      const answer = await api.cancelCharge({ chargeId: charge.id, key, amount }, signal);
      switch (answer.kind) {
        case 'answered': {
          const after = chargeSchema.parse(answer.body);
          if (after.id !== charge.id) throw new Error('PagBank tells of another charge');
          if (refundedOf(after) < amount) throw new Error('PagBank gave another amount back');
          return { kind: 'done', externalId: key };
        }
        case 'not_sent':
          return { kind: 'unavailable' };
        case 'rejected':
          if (isTurnedAway(answer)) return { kind: 'unavailable' };
          if (errorsOf(answer.body) === null) throw new Error('nobody at PagBank refused it');
          return { kind: 'refused', reason: reasonOf(answer.body) };
        case 'duplicate':
          throw new Error('PagBank has another amount for that refund');
        case 'unknown':
          throw new Error('PagBank may have given it back or not');
        default:
          return answer satisfies never;
      }
    },

    async findRefund(refund, signal): Promise<KnownRefund> {
      const charge = await findPaid(refund, signal);
      const isDone = charge !== null && isGiven(charge, refund);
      return isDone ? { kind: 'done', externalId: refund.refundId } : { kind: 'not_found' };
    },
  };
}

/**
 * Decision: a refund is asked for once the earlier one of its payment is decided, since the sum would
 * not tell which of the two was given back.
 */
function isGiven(
  charge: Charge,
  { amount, refundedBefore, followsAnother }: Omit<RefundOrder, 'reason'>,
): boolean {
  const refunded = refundedOf(charge);
  if (refunded > 0 && refunded === charge.amount.value) return true;
  return !followsAnother && refunded >= refundedBefore + amount;
}

function refundedOf({ amount: { summary } }: Charge): number {
  return summary?.refunded ?? 0;
}
