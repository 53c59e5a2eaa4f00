import { RECONCILE_PROVIDER } from '../acts/provider-calls.ts';
import { IMPORT_SETTLEMENT } from '../acts/settlements.ts';
import type { Finding } from '../domain/ledger/import-statement.ts';
import type { Amounts } from '../domain/ledger/settlement.ts';
import { FINDINGS } from '../domain/ledger/settlement.ts';
import type { Command, Row } from './command.ts';
import { commandOf } from './command.ts';

/** Commands that hold our books to a provider's; amounts in centavos. */
export const SETTLEMENT_COMMANDS: readonly Command[] = [
  commandOf(
    IMPORT_SETTLEMENT,
    toRows,
    ({ counts: { paid, again, known, other }, findings, unnamed }) => ({
      isBad: findings.length > 0,
      notes: [
        `${paid} lines are marked as paid; ${again} were imported before, ${known} have nothing to ` +
          `mark, ${other} are of no sale here.`,
        ...(paid === 0 ? ['Nothing was changed.'] : []),
        ...(unnamed > 0
          ? [`${unnamed} more are not alike: are the terms of the provider set?`]
          : []),
      ],
    }),
  ),
  commandOf(RECONCILE_PROVIDER, toRows, ({ counts: { alike, other }, findings, unnamed }) => ({
    isBad: findings.length > 0,
    notes: [
      `${alike} payments are alike; ${other} are of no payin of these companies. Nothing was changed.`,
      ...(unnamed > 0 ? [`${unnamed} more are not alike: are these the right credentials?`] : []),
    ],
  })),
];

function toRows({ findings }: { findings: readonly Finding[] }): Row[] {
  return findings.map((one) => {
    const { kind: finding, line, externalId, installment, ...found } = one;
    const payin = found.payinId ?? found.payoutId ?? null;
    const amounts = { theirs: amountsText(found.theirs), ours: amountsText(found.ours) };
    const what = FINDINGS[finding];
    return { finding, line, payin, installment, externalId, ...amounts, what };
  });
}

function amountsText(amounts: Amounts | null): string | null {
  return amounts && `${amounts.amount} - ${amounts.fee} = ${amounts.net}`;
}
