import type { StatementPlace } from '../../../../contract/payments/statement.ts';
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
  const columns = columnsOf(asked.account);
  return csvLines(columns, language, (after: StatementPlace | null, limit) =>
    findLines(companyId, { ...asked, after }, { statements, limit }),
  );
}

const AFTER: CsvColumn<AccountLine> = [
  word('after'),
  ({ availableAfter }) => ({ centavos: availableAfter }),
];

const SOURCE: readonly CsvColumn<AccountLine>[] = [
  [word('number'), ({ sequence }) => String(sequence)],
  [word('at'), ({ at }) => ({ at })],
  [word('what'), ({ kind }, language) => KINDS[language][kind]],
  [word('reference'), ({ referenceId }) => referenceId ?? ''],
  [word('source'), ({ sourceId }) => sourceId],
];

function columnsOf(account: LedgerAccount | null): readonly CsvColumn<AccountLine>[] {
  if (account !== null) {
    const name = [accountName(account, 'pt-BR'), accountName(account, 'en')] as const;
    return [
      ...SOURCE,
      [name, ({ moved }) => ({ centavos: shownAmount(account, moved) })],
      ...(account === 'available' ? [AFTER] : []),
    ];
  }
  return [
    ...SOURCE,
    [word('available'), ({ available }) => ({ centavos: available })],
    [word('reserve'), ({ reserve }) => ({ centavos: reserve })],
    [word('inFlight'), ({ inFlight }) => ({ centavos: inFlight })],
    [word('debt'), ({ debt }) => ({ centavos: shownAmount('debt', debt) })],
    [word('fees'), ({ fees }) => ({ centavos: fees })],
    AFTER,
  ];
}

function word(name: keyof (typeof STATEMENT_WORDS)['en']): readonly [string, string] {
  return [STATEMENT_WORDS['pt-BR'][name], STATEMENT_WORDS.en[name]];
}
