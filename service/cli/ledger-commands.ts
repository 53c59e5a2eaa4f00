import { CHECK_LEDGER, LIST_RECEIVABLES, SHOW_BALANCE, SHOW_STATEMENT } from '../acts/ledger.ts';
import type { StatementLine } from '../domain/ledger/statement.ts';
import type { Command, Row } from './command.ts';
import { commandOf } from './command.ts';

/** Commands that read the ledger; amounts in centavos. */
export const LEDGER_COMMANDS: readonly Command[] = [
  commandOf(SHOW_BALANCE, ({ companyId: company, balances }) => {
    const { available = 0, waiting = 0, reserve = 0, debt = 0, fees = 0 } = balances;
    const { in_flight: inFlight = 0 } = balances;
    const recipients = Object.entries(balances).filter(([name]) => name.startsWith('recipient:'));
    const own = { available, waiting, reserve, inFlight, debt, fees };
    return { company, ...own, ...Object.fromEntries(recipients) };
  }),
  commandOf(SHOW_STATEMENT, (lines) => lines.map(toRow)),
  commandOf(LIST_RECEIVABLES, (days) => days),
  commandOf(
    CHECK_LEDGER,
    (found) => found,
    ({ disagreement }) => ({ isBad: disagreement !== null }),
  ),
];

function toRow(line: StatementLine): Row {
  return {
    number: line.sequence,
    at: line.at.toISOString(),
    kind: line.kind,
    source: line.sourceId,
    available: line.available,
    waiting: line.waiting,
    reserve: line.reserve,
    inFlight: line.inFlight,
    debt: line.debt,
    availableAfter: line.availableAfter,
  };
}
