import { LIST_ORPHANS, MARK_RETURNED } from '../acts/orphans.ts';
import type { Reversal } from '../domain/payins/refunds/reversal.ts';
import type { Command, Row } from './command.ts';
import { commandOf } from './command.ts';

/** Commands for charges that were found after their payins had failed. */
export const ORPHAN_COMMANDS: readonly Command[] = [
  commandOf(LIST_ORPHANS, {
    summary: 'lists charges that came after their payins had failed and are not given back yet',
    options: { companyId: 'those of one company alone' },
    tell: (open) => ({
      content: { rows: open.map(({ reversal, referenceId }) => toRow(reversal, referenceId)) },
    }),
  }),
  commandOf(MARK_RETURNED, {
    summary: 'records that such a charge was given back at the acquirer, and ends the look-ups',
    options: {
      payinId: 'the payin it belongs to',
      acquirerReference: "outside the sandbox: the acquirer's own id of what was made there",
    },
    tell: ({ returnedAt, ...returned }) => ({
      content: { record: { ...returned, returnedAt: returnedAt.toISOString() } },
    }),
  }),
];

function toRow(reversal: Reversal, referenceId: string): Row {
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
