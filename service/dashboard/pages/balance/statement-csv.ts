import type { StatementPlace } from '../../../../contract/statement.ts';
import { EXPORT_STATEMENT } from '../../../acts/exports.ts';
import type { LedgerAccount } from '../../../domain/ledger/ledger.ts';
import type { AccountLine, StatementStore } from '../../../domain/ledger/statement.ts';
import { dataAge } from '../../../http/data-age.ts';
import type { Cell } from '../../framework/parts/csv.ts';
import { csvHeader, csvLine, csvResponse } from '../../framework/parts/csv.ts';
import type { Visit } from '../../framework/route.ts';
import type { DashboardServices } from '../../framework/services.ts';
import type { Language } from '../../words/words.ts';
import { accountName, shownAmount } from './account-names.ts';
import type { AskedStatement } from './statement-filter.ts';
import { findLines, readStatementFilter } from './statement-filter.ts';
import { KINDS, STATEMENT_WORDS } from './statement-words.ts';

/** How many lines are in memory at once. */
const LINES_AT_ONCE = 500;

/** The whole statement of a period, page by page. One that breaks off is no whole answer. */
export async function sendStatement(visit: Visit, services: DashboardServices): Promise<Response> {
  const { companyId, language, now, query } = visit;
  const asked = await readStatementFilter(companyId, query, services);
  if (asked.wrong !== null) return visit.redirect(`/balance/statement?${query}`);
  const { from, until } = asked.period.typed;
  const of = asked.account === null ? {} : { account: asked.account };
  await visit.act(EXPORT_STATEMENT, { filter: { from, until, ...of } });
  const rows = statementRows({ companyId, asked, language }, services.lists);
  const name = `${STATEMENT_WORDS[language].fileName}-${now.toISOString().slice(0, 10)}`;
  return csvResponse(name, rows, dataAge(services.lists.maxAgeMs));
}

/** As spreadsheets of the language read it: in Brazil with semicolons and decimal commas. */
export async function* statementRows(
  { companyId, asked, language }: { companyId: string; asked: AskedStatement; language: Language },
  { statements }: { statements: Pick<StatementStore, 'page' | 'look'> },
): AsyncGenerator<string, void, undefined> {
  const { account } = asked;
  yield csvHeader(headerOf(account, language), language);
  let after: StatementPlace | null = null;
  do {
    const from: AskedStatement = { ...asked, after };
    const page = await findLines(companyId, from, { statements, limit: LINES_AT_ONCE });
    if (page.lines.length > 0) {
      const cells = page.lines.map((line) => cellsOf(line, account, language));
      yield cells.map((row) => csvLine(row, language)).join('');
    }
    after = page.goesOnAfter;
  } while (after !== null);
}

function headerOf(account: LedgerAccount | null, language: Language): string[] {
  const text = STATEMENT_WORDS[language];
  const source = [text.number, text.at, text.kind, text.reference, text.source];
  if (account !== null) {
    const after = account === 'available' ? [text.after] : [];
    return [...source, accountName(account, language), ...after];
  }
  return [
    ...source,
    ...[text.available, text.reserve, text.inFlight, text.debt, text.fees, text.after],
  ];
}

function cellsOf(line: AccountLine, account: LedgerAccount | null, language: Language): Cell[] {
  const source: Cell[] = [
    String(line.sequence),
    { at: line.at },
    KINDS[language][line.kind],
    line.referenceId ?? '',
    line.sourceId,
  ];
  if (account !== null) {
    const after = account === 'available' ? [{ centavos: line.availableAfter }] : [];
    return [...source, { centavos: shownAmount(account, line.moved) }, ...after];
  }
  return [
    ...source,
    { centavos: line.available },
    { centavos: line.reserve },
    { centavos: line.inFlight },
    { centavos: shownAmount('debt', line.debt) },
    { centavos: line.fees },
    { centavos: line.availableAfter },
  ];
}
