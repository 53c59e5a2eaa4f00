import { readStatementCursor, toStatementCursor } from '../../../contract/statement.ts';
import type { StatementLine } from '../../ledger/statement.ts';
import { permissionOf } from '../../people/roles.ts';
import { Empty } from '../parts/empty.tsx';
import { ExportLink } from '../parts/export-link.tsx';
import { SubmitButton } from '../parts/form.tsx';
import { PeriodFields, readPeriod } from '../parts/period-filter.tsx';
import { Pager, Table } from '../parts/table.tsx';
import { moment, money } from '../parts/values.ts';
import type { Visit } from '../route.ts';
import type { DashboardServices } from '../services.ts';
import { KINDS, STATEMENT_WORDS } from './statement-words.ts';

const PER_PAGE = 50;

/** The movements of the company, the latest first, each with what was available after it. */
export async function showStatement(visit: Visit, services: DashboardServices): Promise<Response> {
  const { companyId, language, query } = visit;
  const text = STATEMENT_WORDS[language];
  const period = readPeriod(query);
  const after = readStatementCursor(query.get('after') ?? '');
  const { from, until } = period;
  const filter = { from, until, after, limit: PER_PAGE + 1 };
  const found = await services.statements.page(companyId, filter);
  const shown = found.slice(0, PER_PAGE);
  const last = found.length > PER_PAGE ? shown.at(-1) : undefined;
  const body = (
    <>
      <form method="get" action="/balance/statement" class="filters" aria-label={text.filters}>
        <PeriodFields period={period} language={language} />
        <SubmitButton>{text.filter}</SubmitButton>
      </form>
      <p class="actions">
        {permissionOf(visit.user.role, 'balance.export') === 'no' ? null : (
          <ExportLink language={language} href={pathOf('/balance/statement.csv', query, null)}>
            {text.csv}
          </ExportLink>
        )}
        <a href="/balance">{text.balance}</a>
      </p>
      {shown.length === 0 ? (
        <Empty title={text.none}>
          <p>{text.noneText}</p>
        </Empty>
      ) : (
        <Lines lines={shown} visit={visit} />
      )}
      <Pager
        language={language}
        next={
          last === undefined ? null : pathOf('/balance/statement', query, toStatementCursor(last))
        }
        first={after === null ? null : pathOf('/balance/statement', query, null)}
      />
    </>
  );
  return visit.page(text.title, body, { status: period.wrong === null ? 200 : 400 });
}

/** Besides what is available, only what moved on this page has a column. */
function Lines({ lines, visit }: { lines: readonly StatementLine[]; visit: Visit }) {
  const { language } = visit;
  const text = STATEMENT_WORDS[language];
  const moved = MOVED.filter((name) => lines.some((line) => line[name] !== 0));
  const columns = [
    ...[text.number, text.at, text.kind, text.reference].map((name) => ({ name })),
    ...[text.available, text.after].map((name) => ({ name, isNumber: true })),
    ...moved.map((name) => ({ name: text[name], isNumber: true })),
  ];
  const amount = (centavos: number) => (centavos === 0 ? '–' : money(centavos, language));
  const rows = lines.map((line) => [
    String(line.sequence),
    moment(line.at, language),
    KINDS[language][line.kind],
    <Source line={line} visit={visit} />,
    amount(line.available),
    money(line.availableAfter, language),
    // What is owed is a positive number to the merchant, as in the balance.
    ...moved.map((name) => amount(name === 'debt' ? 0 - line.debt : line[name])),
  ]);
  return (
    <section class="wide" aria-label={text.title} tabindex={0}>
      <Table caption={text.title} columns={columns} rows={rows} />
    </section>
  );
}

const MOVED = ['reserve', 'inFlight', 'debt', 'fees'] as const;

/** Leads to the payment or payout where there is one and somebody may read it. */
function Source({ line, visit }: { line: StatementLine; visit: Visit }) {
  const { role } = visit.user;
  const name = line.referenceId ?? '–';
  const payin = line.isPayin ? line.sourceId : line.refundedPayinId;
  if (payin !== null && permissionOf(role, 'payments.read') !== 'no') {
    return <a href={`/payments/${payin}`}>{name}</a>;
  }
  if (line.isPayout && permissionOf(role, 'payouts.read') !== 'no') {
    return <a href={`/payouts/${line.sourceId}`}>{name}</a>;
  }
  return <>{name}</>;
}

function pathOf(path: string, query: URLSearchParams, after: string | null): string {
  const next = new URLSearchParams();
  for (const name of ['from', 'until']) {
    const value = query.get(name);
    if (value) next.set(name, value);
  }
  if (after !== null) next.set('after', after);
  return next.size === 0 ? path : `${path}?${next}`;
}
