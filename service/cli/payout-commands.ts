import { APPROVE_PAYOUT, CANCEL_PAYOUT, CREATE_PAYOUT, LIST_PAYOUTS } from '../acts/payouts.ts';
import type { Payout } from '../domain/payouts/payout.ts';
import type { Command, Row } from './command.ts';
import { commandOf } from './command.ts';

/** Commands for payments that go out. Decision: none shows to whom. */
export const PAYOUT_COMMANDS: readonly Command[] = [
  commandOf(
    LIST_PAYOUTS,
    ({ payouts }) => payouts.map(toRow),
    ({ left }) => ({ notes: left > 0 ? [`${left} more are not shown.`] : [] }),
  ),
  commandOf(CREATE_PAYOUT, toRow),
  commandOf(APPROVE_PAYOUT, toRow),
  commandOf(CANCEL_PAYOUT, toRow),
];

function toRow(payout: Payout): Row {
  return {
    payout: payout.id,
    externalId: payout.externalId,
    reference: payout.referenceId,
    status: payout.status,
    amount: payout.amount,
    fee: payout.fee,
    reason: payout.reason,
    createdBy: payout.createdBy,
    decidedBy: payout.decidedBy,
    createdAt: payout.createdAt.toISOString(),
    updatedAt: payout.updatedAt.toISOString(),
  };
}
