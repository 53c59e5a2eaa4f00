import type { StatementPlace } from '../../../../contract/payments/statement.ts';
import { readStatementCursor, toStatementCursor } from '../../../../contract/payments/statement.ts';
import { toBalance } from '../../../domain/ledger/balance.ts';
import type { Amounts, LedgerAccount } from '../../../domain/ledger/ledger.ts';
import type { AccountLine, StatementStore } from '../../../domain/ledger/statement.ts';
import type { Period } from '../../framework/parts/period-filter.ts';
import { readPeriod } from '../../framework/parts/period-filter.ts';
import type { RowPage } from '../../framework/row-page.ts';
import { firstRows, listAddress } from '../../framework/row-page.ts';
import type { DashboardServices } from '../../framework/services.ts';
import type { Language } from '../../words/words.ts';
import { words } from '../../words/words.ts';

const OWN = ['available', 'waiting', 'reserve', 'in_flight', 'debt', 'fees'] as const;
type OwnAccount = (typeof OWN)[number];

const RECIPIENT = 'recipient:';

const NAMES = words<Readonly<Record<OwnAccount | 'recipient', string>>>({
  available: ['Disponível', 'Available'],
  waiting: ['A receber', 'Incoming'],
  reserve: ['Retido', 'Held back'],
  in_flight: ['A caminho', 'On its way'],
  debt: ['Devido', 'Owed'],
  fees: ['Tarifas cobradas', 'Fees charged'],
  recipient: ['Recebedor: ', 'Recipient: '],
});

export function shownAccounts(amounts: Amounts): LedgerAccount[] {
  const { recipients } = toBalance(amounts);
  const named = recipients.map(({ recipientId }): LedgerAccount => `${RECIPIENT}${recipientId}`);
  // Who never waits for an acquirer has nothing of it in the way.
  const own = OWN.filter((account) => account !== 'waiting' || amounts.waiting !== undefined);
  return [...own, ...named];
}

export function accountName(account: LedgerAccount, language: Language): string {
  const own = OWN.find((one) => one === account);
  const names = NAMES[language];
  return own === undefined ? `${names.recipient}${account.slice(RECIPIENT.length)}` : names[own];
}

/** What is owed is below zero in the ledger and a positive number to the merchant. */
export function shownAmount(account: LedgerAccount, amount: number): number {
  return account === 'debt' ? 0 - amount : amount;
}

/** `account`: null for all of them. `wrong`: the name of what cannot be read. */
export type AskedStatement = {
  period: Period;
  accounts: readonly LedgerAccount[];
  account: LedgerAccount | null;
  after: StatementPlace | null;
  wrong: 'from' | 'until' | 'account' | null;
};

export async function readStatementFilter(
  companyId: string,
  query: URLSearchParams,
  { ledger }: Pick<DashboardServices, 'ledger'>,
): Promise<AskedStatement> {
  const period = readPeriod(query);
  const accounts = shownAccounts(await ledger.readBalances(companyId));
  const typed = query.get('account') ?? '';
  const account = accounts.find((one) => one === typed) ?? null;
  return {
    period,
    accounts,
    account,
    after: readStatementCursor(query.get('after') ?? ''),
    wrong: account === null && typed !== '' ? 'account' : period.wrong,
  };
}

/** The latest first. */
export async function findLines(
  companyId: string,
  { period: { from, until }, account, after }: AskedStatement,
  { statements, limit }: { statements: Pick<StatementStore, 'page' | 'look'>; limit: number },
): Promise<RowPage<AccountLine, StatementPlace>> {
  const filter = { from, until, after };
  if (account !== null) {
    const { lines, goesOnAfter } = await statements.look(companyId, account, { ...filter, limit });
    return { rows: lines, next: goesOnAfter };
  }
  const found = await statements.page(companyId, { ...filter, limit: limit + 1 });
  return firstRows(
    found.map((line) => ({ ...line, moved: line.available })),
    limit,
  );
}

export function statementPath(
  path: string,
  query: URLSearchParams,
  place: StatementPlace | null,
): string {
  const after = place === null ? null : toStatementCursor(place);
  return listAddress(path, query, { keep: ['account', 'from', 'until'], after });
}
