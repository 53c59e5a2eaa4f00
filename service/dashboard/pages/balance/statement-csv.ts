import type { StatementPlace } from '../../../../contract/statement.ts';
import { EXPORT_STATEMENT } from '../../../acts/exports.ts';
import type { LedgerAccount } from '../../../domain/ledger/ledger.ts';
import type { AccountLine, StatementStore } from '../../../domain/ledger/statement.ts';
import { dataAge } from '../../../http/data-age.ts';
import type { CsvColumn } from '../../framework/parts/csv.ts';
import { csvLines, csvResponse } from '../../framework/parts/csv.ts';
import type { Visit } from '../../framework/route.ts';
import type { DashboardServices } from '../../framework/services.ts';
import type { Language } from '../../words/words.ts';
import { accountName, shownAmount } from './account-names.ts';
import type { AskedStatement } from './statement-filter.ts';
import { findLines, readStatementFilter } from './statement-filter.ts';
import { KINDS, STATEMENT_WORDS } from './statement-words.ts';

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
export function statementRows(
  { companyId, asked, language }: { companyId: string; asked: AskedStatement; language: Language },
  { statements }: { statements: Pick<StatementStore, 'page' | 'look'> },
): AsyncGenerator<string, void, undefined> {
  const columns = columnsOf(asked.account, language);
  return csvLines(columns, language, (after: StatementPlace | null, limit) =>
    findLines(companyId, { ...asked, after }, { statements, limit }),
  );
}

function columnsOf(
  account: LedgerAccount | null,
  language: Language,
): readonly CsvColumn<AccountLine>[] {
  const text = STATEMENT_WORDS[language];
  const after: CsvColumn<AccountLine> = [
    text.after,
    ({ availableAfter }) => ({ centavos: availableAfter }),
  ];
  const source: readonly CsvColumn<AccountLine>[] = [
    [text.number, ({ sequence }) => String(sequence)],
    [text.at, ({ at }) => ({ at })],
    [text.kind, ({ kind }) => KINDS[language][kind]],
    [text.reference, ({ referenceId }) => referenceId ?? ''],
    [text.source, ({ sourceId }) => sourceId],
  ];
  if (account !== null) {
    return [
      ...source,
      [accountName(account, language), ({ moved }) => ({ centavos: shownAmount(account, moved) })],
      ...(account === 'available' ? [after] : []),
    ];
  }
  return [
    ...source,
    [text.available, ({ available }) => ({ centavos: available })],
    [text.reserve, ({ reserve }) => ({ centavos: reserve })],
    [text.inFlight, ({ inFlight }) => ({ centavos: inFlight })],
    [text.debt, ({ debt }) => ({ centavos: shownAmount('debt', debt) })],
    [text.fees, ({ fees }) => ({ centavos: fees })],
    after,
  ];
}
