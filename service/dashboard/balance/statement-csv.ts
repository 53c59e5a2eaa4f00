import type { StatementPlace } from '../../../contract/statement.ts';
import type { StatementLine, StatementStore } from '../../ledger/statement.ts';
import { exportEntry } from '../export-entry.ts';
import type { Cell } from '../parts/csv.ts';
import { csvHeader, csvLine, csvResponse } from '../parts/csv.ts';
import type { Period } from '../parts/period-filter.tsx';
import { readPeriod } from '../parts/period-filter.tsx';
import { moment } from '../parts/values.ts';
import type { Visit } from '../route.ts';
import type { DashboardServices } from '../services.ts';
import type { Language } from '../words.ts';
import { KINDS, STATEMENT_WORDS } from './statement-words.ts';

/** How many lines are in memory at once. */
const LINES_AT_ONCE = 500;

/** The whole statement of a period, page by page. One that breaks off is no whole answer. */
export async function sendStatement(visit: Visit, services: DashboardServices): Promise<Response> {
  const { companyId, language, now } = visit;
  const period = readPeriod(visit.query);
  if (period.wrong !== null) return visit.redirect(`/balance/statement?${visit.query}`);
  const subjects = { from: period.typed.from, until: period.typed.until };
  const action = 'statement export';
  await services.audit.append(exportEntry(visit, { action, subjects }, services));
  const rows = statementRows({ companyId, period, language }, services);
  const name = `${STATEMENT_WORDS[language].fileName}-${now.toISOString().slice(0, 10)}`;
  return csvResponse(name, rows);
}

/** As spreadsheets of the language read it: in Brazil with semicolons and decimal commas. */
export async function* statementRows(
  { companyId, period, language }: { companyId: string; period: Period; language: Language },
  { statements }: { statements: Pick<StatementStore, 'page'> },
): AsyncGenerator<string, void, undefined> {
  yield csvHeader(headerOf(language), language);
  let after: StatementPlace | null = null;
  for (;;) {
    const filter = { from: period.from, until: period.until, after, limit: LINES_AT_ONCE };
    const lines: StatementLine[] = await statements.page(companyId, filter);
    if (lines.length > 0) {
      yield lines.map((line) => csvLine(cellsOf(line, language), language)).join('');
    }
    const last = lines.at(-1);
    if (last === undefined || lines.length < LINES_AT_ONCE) return;
    after = last;
  }
}

function headerOf(language: Language): string[] {
  const text = STATEMENT_WORDS[language];
  return [
    ...[text.number, text.at, text.kind, text.reference, text.source],
    ...[text.available, text.reserve, text.inFlight, text.debt, text.fees, text.after],
  ];
}

function cellsOf(line: StatementLine, language: Language): Cell[] {
  return [
    String(line.sequence),
    moment(line.at, language).replace(',', ''),
    KINDS[language][line.kind],
    line.referenceId ?? '',
    line.sourceId,
    { centavos: line.available },
    { centavos: line.reserve },
    { centavos: line.inFlight },
    { centavos: 0 - line.debt },
    { centavos: line.fees },
    { centavos: line.availableAfter },
  ];
}
