import { isTurnedAway } from '../outgoing/answer.ts';
import type { KnownRefund, RefundAnswer, RefundOrder, RefundVerbs } from '../refunds.ts';
import type { CieloApi } from './api.ts';
import type { Sale } from './fields.ts';
import { changeSchema, readFaults } from './fields.ts';
import { findSale } from './find-sale.ts';
import { stateOf, takenOf } from './tell-sale.ts';

/** The manual asks for five seconds between two voids of a sale. */
const MIN_MS_BETWEEN = 5_000;
const MAX_REASON = 200;

/** Codes of a void that gave nothing back: the manual, "Códigos de retorno de cancelamento". */
const REFUSED = ['41', '72', '77', '21', ...Array.from({ length: 9 }, (_, at) => `${100 + at}`)];

type Asked = Omit<RefundOrder, 'reason'>;

/**
 * The party has no ids for refunds and tells only how much of a sale was given back in all.
 * Decision: one refund of a sale goes out at a time, so that this sum is what it was before, or
 * that and the refund, or was changed by somebody else at the acquirer's own site. A sum that has
 * room for the refund has it in it: nothing is given back twice, and the ledger books the rest as
 * theirs. A smaller one has not, and the refund is asked for again, of what is left.
 */
export function createCieloRefunds(
  api: CieloApi,
  { now }: { now: () => number },
): Required<RefundVerbs> {
  /** Null for a sale that was never booked. */
  async function look(asked: Asked, signal: AbortSignal) {
    const { reference, externalId, amount, refundedBefore } = asked;
    const sale = await findSale(api, { reference, externalId }, signal);
    if (sale === null || !isBooked(sale)) return null;
    const given = givenBackOf(sale);
    if (given < refundedBefore) throw new Error('less of a sale was given back than was known');
    return { sale, isDone: given >= refundedBefore + amount, left: takenOf(sale) - given };
  }

  async function give(
    { Payment }: Sale,
    amount: number,
    signal: AbortSignal,
  ): Promise<RefundAnswer> {
    const externalId = Payment.PaymentId;
    const answer = await api.putVoid(externalId, { verb: 'refund', amount }, signal);
    if (isTurnedAway(answer)) return { kind: 'unavailable' };
    const faults = readFaults(answer);
    if (faults !== null) return { kind: 'refused', reason: `refused with ${faults.join(', ')}` };
    if (answer.kind !== 'answered') throw new Error('the acquirer may have given it back or not');
    const { Status, ReturnCode, ReturnMessage } = changeSchema.parse(answer.body);
    const code = ReturnCode ?? '';
    if (['0', '9', '00'].includes(code) || Status === 10 || Status === 11) {
      return { kind: 'done', externalId };
    }
    if (!REFUSED.includes(code)) throw new Error('the acquirer may have given it back or not');
    const words = (ReturnMessage ?? '').trim();
    return { kind: 'refused', reason: (words || `refused with ${code}`).slice(0, MAX_REASON) };
  }

  return {
    async refund(order, signal): Promise<RefundAnswer> {
      if (order.followsAnother) return { kind: 'unavailable' };
      const seen = await look(order, signal);
      if (seen === null) return { kind: 'refused', reason: 'nothing was charged' };
      const { sale, isDone, left } = seen;
      if (isDone) return { kind: 'done', externalId: sale.Payment.PaymentId };
      if (order.amount > left) return { kind: 'refused', reason: 'more than is left' };
      if (isTooSoon(sale, now())) return { kind: 'unavailable' };
      return give(sale, order.amount, signal);
    },

    async findRefund(asked, signal): Promise<KnownRefund> {
      if (asked.followsAnother) return { kind: 'not_found' };
      const seen = await look(asked, signal);
      if (seen === null || !seen.isDone) return { kind: 'not_found' };
      return { kind: 'done', externalId: seen.sale.Payment.PaymentId };
    },
  };
}

function isBooked(sale: Sale): boolean {
  return ['captured', 'authorised', 'voided'].includes(stateOf(sale));
}

/** All of it where the sale is voided, whatever else the answer says or leaves out. */
function givenBackOf(sale: Sale): number {
  if (stateOf(sale) === 'voided') return takenOf(sale);
  return sale.Payment.VoidedAmount ?? 0;
}

/** Times come without their zone, which is Brazil's: three hours behind UTC. */
function isTooSoon({ Payment }: Sale, now: number): boolean {
  const [day, time] = (Payment.VoidedDate ?? '').split(/[ T]/);
  const voidedAt = Date.parse(`${day}T${time}-03:00`);
  return Math.abs(now - voidedAt) < MIN_MS_BETWEEN;
}
