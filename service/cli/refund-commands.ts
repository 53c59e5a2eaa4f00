import { LIST_REFUNDS, REFUND_PAYMENT } from '../acts/refunds.ts';
import type { Refund } from '../domain/payins/refunds/refund.ts';
import type { Command, Row } from './command.ts';
import { commandOf } from './command.ts';

/** Commands for money on its way back to buyers. */
export const REFUND_COMMANDS: readonly Command[] = [
  commandOf(LIST_REFUNDS, (refunds) => refunds.map(toRow)),
  commandOf(REFUND_PAYMENT, toRecord),
];

function toRecord(refund: Refund): Row {
  const { id, payinId, amount, status, failureReason } = refund;
  return { refund: id, payin: payinId, amount, status, failureReason };
}

/** Nothing of who paid, and nothing of the merchant's words. */
function toRow(refund: Refund): Row {
  const { companyId, id, payinId, referenceId, amount, provider, createdAt, askedAt } = refund;
  return {
    company: companyId,
    refund: id,
    payin: payinId,
    reference: referenceId,
    amount,
    provider,
    since: createdAt.toISOString(),
    askedAt: askedAt.toISOString(),
  };
}
