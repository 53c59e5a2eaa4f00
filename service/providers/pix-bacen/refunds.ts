import type { OutgoingAnswer } from '../outgoing/answer.ts';
import { isTurnedAway, readAnswered } from '../outgoing/answer.ts';
import type { KnownRefund, RefundAnswer, RefundOrder, RefundVerbs } from '../refunds.ts';
import type { PixBank } from './bank.ts';
import type { Cob, PixRefund } from './fields.ts';
import { reasonOf, refundSchema, saysNotFound, toReais } from './fields.ts';

const MAX_DESCRIPTION = 140;

/** Gives back what was paid, once for each of our ids: the bank refuses an id that it knows. */
export function createPixRefunds(
  bank: PixBank,
  /** Null where the bank has no such charge; throws where it cannot be told. */
  findCob: (reference: string, signal: AbortSignal) => Promise<Cob | null>,
): RefundVerbs {
  /** Of the PIX that it is a return of, or is to be; null where nothing was paid. */
  async function findEndToEndId(
    { reference, refundId, isExcess = false }: Omit<RefundOrder, 'reason'>,
    signal: AbortSignal,
  ): Promise<string | null> {
    const paid = (await findCob(reference, signal))?.pix ?? [];
    const asked = paid.find(({ devolucoes }) => devolucoes?.some(({ id }) => id === refundId));
    return (asked ?? paid.at(isExcess ? -1 : 0))?.endToEndId ?? null;
  }

  async function findByIds(
    endToEndId: string,
    asked: Pick<RefundOrder, 'refundId' | 'amount'>,
    signal: AbortSignal,
  ): Promise<PixRefund | null> {
    const answer = await bank.getRefund(endToEndId, asked.refundId, signal);
    if (answer.kind === 'rejected' && saysNotFound(answer)) return null;
    return readRefund(answer, asked);
  }

  return {
    async refund({ reason, ...order }, signal): Promise<RefundAnswer> {
      const { refundId, amount } = order;
      const endToEndId = await findEndToEndId(order, signal);
      if (endToEndId === null) return { kind: 'refused', reason: 'nothing was paid' };
      const description = reason === null ? {} : { descricao: reason.slice(0, MAX_DESCRIPTION) };
      const body = { valor: toReais(amount), ...description };
      const answer = await bank.putRefund(endToEndId, refundId, body, signal);
      if (answer.kind === 'answered') return tell(readRefund(answer, { refundId, amount }));
      if (answer.kind === 'not_sent' || isTurnedAway(answer)) return { kind: 'unavailable' };
      if (answer.kind === 'unknown') throw new Error('the bank may have given it back or not');
      // An id that it knows is refused like any other mistake, so it is looked up.
      const known = await findByIds(endToEndId, { refundId, amount }, signal);
      if (known === null) return { kind: 'refused', reason: reasonOf(answer.body) };
      return tell(known);
    },

    async findRefund(order, signal): Promise<KnownRefund> {
      const endToEndId = await findEndToEndId(order, signal);
      if (endToEndId === null) return { kind: 'not_found' };
      const known = await findByIds(endToEndId, order, signal);
      return known === null ? { kind: 'not_found' } : tell(known);
    },
  };
}

function readRefund(
  answer: OutgoingAnswer,
  { refundId, amount }: Pick<RefundOrder, 'refundId' | 'amount'>,
): PixRefund {
  const refund = readAnswered(answer, refundSchema, 'the bank does not tell of the refund');
  if (refund.id !== refundId) throw new Error('the bank tells of another refund');
  if (refund.valor !== toReais(amount)) {
    throw new Error('the bank has another amount for that refund');
  }
  return refund;
}

function tell({
  status,
  id,
  rtrId,
  motivo,
}: PixRefund): Exclude<RefundAnswer, { kind: 'unavailable' }> {
  switch (status) {
    case 'EM_PROCESSAMENTO':
      return { kind: 'processing' };
    case 'DEVOLVIDO':
      return { kind: 'done', externalId: rtrId ?? id };
    case 'NAO_REALIZADO':
      return { kind: 'refused', reason: motivo ?? 'the bank could not give it back' };
    default:
      return status satisfies never;
  }
}
