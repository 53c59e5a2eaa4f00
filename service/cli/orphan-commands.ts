import { LIST_ORPHANS, MARK_RETURNED } from '../acts/orphans.ts';
import type { OpenReversal } from '../domain/payins/refunds/reversal.ts';
import type { Command, Row } from './command.ts';
import { commandOf } from './command.ts';

/** Commands for charges that were found after their payins had failed. */
export const ORPHAN_COMMANDS: readonly Command[] = [
  commandOf(LIST_ORPHANS, (open) => open.map(toRow)),
  commandOf(MARK_RETURNED, ({ returnedAt, ...returned }) => ({
    ...returned,
    returnedAt: returnedAt.toISOString(),
  })),
];

function toRow({ reversal, referenceId }: OpenReversal): Row {
  const { companyId, payinId, amount, provider, externalId, isByHand, begunAt } = reversal;
  return {
    company: companyId,
    payin: payinId,
    reference: referenceId,
    amount,
    acquirer: provider,
    charge: externalId,
    since: begunAt.toISOString(),
    state: isByHand ? 'by_hand' : 'open',
    todo: isByHand
      ? 'give it back at the acquirer, then "orphan mark-returned"'
      : 'nothing: the acquirer is asked again, at least once an hour',
  };
}
