import { LIST_UNDERPAID, RETURN_UNDERPAID } from '../acts/underpaid.ts';
import type { Reversal } from '../domain/payins/refunds/reversal.ts';
import type { WaitingUnderpayment } from '../domain/payins/refunds/underpayment.ts';
import type { Command, Row } from './command.ts';
import { commandOf } from './command.ts';

/** Commands for payins that were paid with less than was asked for. */
export const UNDERPAID_COMMANDS: readonly Command[] = [
  commandOf(LIST_UNDERPAID, (waiting) => waiting.map(toRow)),
  commandOf(RETURN_UNDERPAID, toRecord),
];

function toRow(waiting: WaitingUnderpayment): Row {
  const { companyId, payinId, referenceId, paymentMethod, provider, foundAt } = waiting;
  return {
    company: companyId,
    payin: payinId,
    reference: referenceId,
    method: paymentMethod,
    asked: waiting.amount,
    paid: waiting.paidAmount,
    provider,
    since: foundAt.toISOString(),
  };
}

function toRecord({ payinId, id, provider, amount, isByHand, doneAt }: Reversal): Row {
  return {
    payin: payinId,
    status: 'FAILED',
    reversal: id,
    provider,
    amount,
    state: doneAt === null ? (isByHand ? 'by_hand' : 'open') : 'done',
    todo: toDo({ isByHand, doneAt }),
  };
}

function toDo({ isByHand, doneAt }: Pick<Reversal, 'isByHand' | 'doneAt'>): string {
  if (doneAt !== null) return 'nothing: it has gone back';
  return isByHand
    ? 'give it back at the provider, then "orphan mark-returned"'
    : 'nothing: the provider is asked again, at least once an hour';
}
