import type { OutgoingAnswer } from '../outgoing/answer.ts';
import { isTurnedAway, readAnswered } from '../outgoing/answer.ts';
import type { KnownRefund, RefundAnswer, RefundOrder, RefundVerbs } from '../refunds.ts';
import { toCentavos } from './amount.ts';
import { refundBody } from './bodies.ts';
import type { MercadoRefund } from './fields.ts';
import { codesOf, reasonOf, refundListSchema, refundSchema } from './fields.ts';
import type { Seller } from './seller.ts';

/** "X-Idempotency-Key already used". */
const KEY_WAS_USED = '2032';
const MAX_REMEMBERED = 1000;

type Told = Exclude<RefundAnswer, { kind: 'unavailable' }>;

/**
 * Our ids are the idempotency keys. Decision: Mercado Pago names refunds by ids of its own alone,
 * and none can be found by our key. One that this process has not heard of is found where the
 * payment's refunds come to exactly what others gave back and this one. Any other is "not found",
 * so that it is asked for again under its key, and Mercado Pago answers with the refund it has made
 * for it.
 */
export function createRefunds(seller: Seller): RefundVerbs {
  /** Our ids of refunds, and what Mercado Pago calls payment and refund; the oldest are forgotten. */
  const heardOf = new Map<string, { paymentId: string; id: string }>();

  function remember(refundId: string, refund: { paymentId: string; id: string }): void {
    heardOf.delete(refundId);
    heardOf.set(refundId, refund);
    const [oldest] = heardOf.keys();
    if (heardOf.size > MAX_REMEMBERED && oldest !== undefined) heardOf.delete(oldest);
  }

  async function paymentIdOf(
    { externalId, reference }: { externalId: string | null; reference: string },
    signal: AbortSignal,
  ): Promise<string | null> {
    if (externalId !== null && /^\d{1,20}$/.test(externalId)) return externalId;
    const payment = await seller.find({ reference }, signal);
    return payment === null ? null : `${payment.id}`;
  }

  async function lookUp(
    { paymentId, id }: { paymentId: string; id: string },
    amount: number,
    signal: AbortSignal,
  ): Promise<MercadoRefund> {
    const path = `/v1/payments/${paymentId}/refunds/${id}`;
    const refund = readRefund(await seller.get('find_refund', path, signal), paymentId);
    requireAmount(refund, amount);
    return refund;
  }

  /** The one that was asked for last, where it alone is more than what others gave back. */
  async function findBySum(
    { amount, refundedBefore, followsAnother }: Omit<RefundOrder, 'reason'>,
    paymentId: string,
    signal: AbortSignal,
  ): Promise<MercadoRefund | null> {
    if (followsAnother) return null;
    const answer = await seller.get('find_refund', `/v1/payments/${paymentId}/refunds`, signal);
    const otherwise = 'Mercado Pago does not tell of its refunds';
    const all = readAnswered(answer, refundListSchema, otherwise);
    const standing = all.filter((one) => tell(one).kind !== 'refused');
    const sum = standing.reduce((total, one) => total + toCentavos(one.amount), 0);
    if (sum !== refundedBefore + amount) return null;
    return standing.findLast((one) => toCentavos(one.amount) === amount) ?? null;
  }

  return {
    async refund(order, signal): Promise<RefundAnswer> {
      const { refundId, amount } = order;
      const paymentId = await paymentIdOf(order, signal);
      if (paymentId === null) return { kind: 'refused', reason: 'nothing was paid' };
      const path = `/v1/payments/${paymentId}/refunds`;
      const body = refundBody(amount);
      const write = { verb: 'refund', path, idempotencyKey: refundId, body } as const;
      const answer = await seller.post(write, signal);
      if (isTurnedAway(answer)) return { kind: 'unavailable' };
      if (answer.kind === 'unknown') throw new Error('Mercado Pago may have given it back or not');
      if (answer.kind === 'rejected' && !isKeyUsed(answer)) {
        return { kind: 'refused', reason: reasonOf(answer.body) };
      }
      const refund =
        answer.kind === 'answered'
          ? readRefund(answer, paymentId)
          : await findBySum(order, paymentId, signal);
      if (refund === null) throw new Error('Mercado Pago knows the key and not its refund');
      requireAmount(refund, amount);
      const known = { paymentId, id: `${refund.id}` };
      remember(refundId, known);
      const told = tell(refund);
      // An answer to a repeat is the first one again, however long ago that was.
      return told.kind === 'processing' ? tell(await lookUp(known, amount, signal)) : told;
    },

    async findRefund(order, signal): Promise<KnownRefund> {
      const known = heardOf.get(order.refundId);
      if (known !== undefined) return tell(await lookUp(known, order.amount, signal));
      const paymentId = await paymentIdOf(order, signal);
      const found = paymentId === null ? null : await findBySum(order, paymentId, signal);
      return found === null ? { kind: 'not_found' } : tell(found);
    },
  };
}

function isKeyUsed({ body }: { body: unknown }): boolean {
  return codesOf(body).includes(KEY_WAS_USED);
}

function readRefund(answer: OutgoingAnswer, paymentId: string): MercadoRefund {
  const refund = readAnswered(answer, refundSchema, 'Mercado Pago does not tell of the refund');
  if (`${refund.payment_id}` !== paymentId) throw new Error('Mercado Pago tells of another refund');
  return refund;
}

function requireAmount(refund: MercadoRefund, amount: number): void {
  if (toCentavos(refund.amount) === amount) return;
  throw new Error('Mercado Pago has another amount for that refund');
}

/** A status that nobody knows is not decided. */
function tell({ id, status }: MercadoRefund): Told {
  switch (status) {
    case 'approved':
      return { kind: 'done', externalId: `${id}` };
    case 'rejected':
    case 'cancelled':
      return { kind: 'refused', reason: 'Mercado Pago could not give it back' };
    default:
      return { kind: 'processing' };
  }
}
