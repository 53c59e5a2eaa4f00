import { IMPORT_SETTLEMENT } from '../acts/settlements.ts';
import type { Amounts } from '../domain/ledger/settlement.ts';
import { FINDINGS } from '../domain/ledger/settlement.ts';
import { commandOf } from './command.ts';

export const SETTLEMENT_COMMAND = commandOf(
  IMPORT_SETTLEMENT,
  ({ findings }) =>
    findings.map(({ kind: finding, line, payinId: payin, externalId, installment, ...found }) => {
      const amounts = { theirs: amountsText(found.theirs), ours: amountsText(found.ours) };
      const what = FINDINGS[finding];
      return { finding, line, payin, installment, externalId, ...amounts, what };
    }),
  ({ counts: { paid, again, known, other }, findings, unnamed }) => ({
    isBad: findings.length > 0,
    notes: [
      `${paid} lines are marked as paid; ${again} were imported before, ${known} have nothing to ` +
        `mark, ${other} are of no sale here.`,
      ...(paid === 0 ? ['Nothing was changed.'] : []),
      ...(unnamed > 0 ? [`${unnamed} more are not alike: are the terms of the provider set?`] : []),
    ],
  }),
);

function amountsText(amounts: Amounts | null): string | null {
  return amounts && `${amounts.amount} - ${amounts.fee} = ${amounts.net}`;
}
