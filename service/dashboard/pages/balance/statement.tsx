import type { AccountLine } from '../../../domain/ledger/statement.ts';
import { permissionOf } from '../../../domain/people/roles.ts';
import { Empty } from '../../framework/parts/empty.tsx';
import { ExportLink } from '../../framework/parts/export-link.tsx';
import { Select, SubmitButton } from '../../framework/parts/form.tsx';
import { Moment } from '../../framework/parts/moment.tsx';
import { PeriodFields } from '../../framework/parts/period-filter.tsx';
import { Pager, Table } from '../../framework/parts/table.tsx';
import { money } from '../../framework/parts/values.ts';
import type { Visit } from '../../framework/route.ts';
import type { DashboardServices } from '../../framework/services.ts';
import { accountName, shownAmount } from './account-names.ts';
import type { AskedStatement } from './statement-filter.ts';
import { findLines, readStatementFilter, statementPath } from './statement-filter.ts';
import { KINDS, STATEMENT_WORDS } from './statement-words.ts';

const PER_PAGE = 50;

/** The movements of the company, the latest first, each with what was available after it. */
export async function showStatement(visit: Visit, services: DashboardServices): Promise<Response> {
  const { companyId, language, query } = visit;
  const text = STATEMENT_WORDS[language];
  const asked = await readStatementFilter(companyId, query, services);
  const { statements } = services;
  const { lines, goesOnAfter } =
    asked.wrong === 'account'
      ? { lines: [], goesOnAfter: null }
      : await findLines(companyId, asked, { statements, limit: PER_PAGE });
  const path = '/balance/statement';
  const body = (
    <>
      <form method="get" action={path} class="filters" aria-label={text.filters}>
        <AccountField asked={asked} visit={visit} />
        <PeriodFields period={asked.period} language={language} />
        <SubmitButton>{text.filter}</SubmitButton>
      </form>
      <p class="actions">
        {permissionOf(visit.user.role, 'balance.export') === 'no' ? null : (
          <ExportLink language={language} href={statementPath(`${path}.csv`, query, null)}>
            {text.csv}
          </ExportLink>
        )}
        <a href="/balance">{text.balance}</a>
      </p>
      {lines.length === 0 ? (
        <Empty title={text.none}>
          <p>{text.noneText}</p>
        </Empty>
      ) : (
        <Lines lines={lines} asked={asked} visit={visit} />
      )}
      {goesOnAfter !== null && lines.length < PER_PAGE ? <p class="hint">{text.goesOn}</p> : null}
      <Pager
        language={language}
        next={goesOnAfter === null ? null : statementPath(path, query, goesOnAfter)}
        first={asked.after === null ? null : statementPath(path, query, null)}
      />
    </>
  );
  return visit.page(text.title, body, { status: asked.wrong === null ? 200 : 400 });
}

function AccountField({ asked, visit }: { asked: AskedStatement; visit: Visit }) {
  const { language } = visit;
  const text = STATEMENT_WORDS[language];
  const { account, accounts, wrong } = asked;
  const named = accounts.map((value) => ({ value, label: accountName(value, language) }));
  return (
    <Select
      name="account"
      label={text.account}
      value={account ?? ''}
      options={[{ value: '', label: text.allAccounts }, ...named]}
      hint={account === null || account === 'available' ? undefined : text.onlyAvailable}
      error={wrong === 'account' ? text.wrongAccount : undefined}
    />
  );
}

type LinesProps = { lines: readonly AccountLine[]; asked: AskedStatement; visit: Visit };

function Lines({ lines, asked, visit }: LinesProps) {
  const { language } = visit;
  const text = STATEMENT_WORDS[language];
  const amounts = asked.account === null ? amountsOfAll(lines, visit) : amountsOf(asked, visit);
  const columns = [
    ...[text.number, text.at, text.kind, text.reference].map((name) => ({ name })),
    ...amounts.map(({ name }) => ({ name, isNumber: true })),
  ];
  const rows = lines.map((line) => [
    String(line.sequence),
    <Moment at={line.at} language={language} />,
    KINDS[language][line.kind],
    <Source line={line} visit={visit} />,
    ...amounts.map(({ of }) => of(line)),
  ]);
  return (
    <section class="wide" aria-label={text.title} tabindex={0}>
      <Table caption={text.title} columns={columns} rows={rows} />
    </section>
  );
}

/** A column of amounts. */
type AmountColumn = { name: string; of(line: AccountLine): string };

/** Besides what is available, only what moved on this page has a column. */
function amountsOfAll(lines: readonly AccountLine[], { language }: Visit): AmountColumn[] {
  const text = STATEMENT_WORDS[language];
  const amount = (centavos: number) => (centavos === 0 ? '–' : money(centavos, language));
  const moved = MOVED.filter((name) => lines.some((line) => line[name] !== 0));
  return [
    { name: text.available, of: ({ available }) => amount(available) },
    { name: text.after, of: ({ availableAfter }) => money(availableAfter, language) },
    ...moved.map((name) => ({
      name: text[name],
      of: (line: AccountLine) =>
        amount(name === 'debt' ? shownAmount(name, line.debt) : line[name]),
    })),
  ];
}

/** Decision: only what is available has its balance kept beside each movement, so no other shows it. */
function amountsOf({ account }: AskedStatement, { language }: Visit): AmountColumn[] {
  if (account === null) return [];
  const { after } = STATEMENT_WORDS[language];
  return [
    {
      name: accountName(account, language),
      of: ({ moved }) => money(shownAmount(account, moved), language),
    },
    ...(account === 'available'
      ? [
          {
            name: after,
            of: ({ availableAfter }: AccountLine) => money(availableAfter, language),
          },
        ]
      : []),
  ];
}

const MOVED = ['reserve', 'inFlight', 'debt', 'fees'] as const;

/** Leads to the payment or payout where there is one and somebody may read it. */
function Source({ line, visit }: { line: AccountLine; visit: Visit }) {
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
