import type { StatementPlace } from '../../../../contract/statement.ts';
import { readStatementCursor, toStatementCursor } from '../../../../contract/statement.ts';
import type { LedgerAccount } from '../../../domain/ledger/ledger.ts';
import type { AccountLines, StatementStore } from '../../../domain/ledger/statement.ts';
import type { Period } from '../../framework/parts/period-filter.tsx';
import { readPeriod } from '../../framework/parts/period-filter.tsx';
import type { DashboardServices } from '../../framework/services.ts';
import { shownAccounts } from './account-names.ts';

/**
 * What a statement is asked for in an address. `account`: null for all of them. `wrong`: the name of
 * what cannot be read.
 */
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

/** One page of it, the latest first, and where the next one begins. */
export async function findLines(
  companyId: string,
  { period: { from, until }, account, after }: AskedStatement,
  { statements, limit }: { statements: Pick<StatementStore, 'page' | 'look'>; limit: number },
): Promise<AccountLines> {
  const filter = { from, until, after };
  if (account !== null) return statements.look(companyId, account, { ...filter, limit });
  // One more than is shown: whether there is a page after this.
  const found = await statements.page(companyId, { ...filter, limit: limit + 1 });
  const lines = found.slice(0, limit).map((line) => ({ ...line, moved: line.available }));
  return { lines, goesOnAfter: found.length > limit ? (lines.at(-1) ?? null) : null };
}

/** The same statement by an address, at another place or at its beginning. */
export function statementPath(
  path: string,
  query: URLSearchParams,
  after: StatementPlace | null,
): string {
  const next = new URLSearchParams();
  for (const name of ['account', 'from', 'until']) {
    const value = query.get(name);
    if (value) next.set(name, value);
  }
  if (after !== null) next.set('after', toStatementCursor(after));
  return next.size === 0 ? path : `${path}?${next}`;
}
