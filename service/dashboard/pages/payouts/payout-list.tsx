import { PAYOUT_STATUSES } from '../../../../contract/payout.ts';
import type { Payout, PayoutPlace } from '../../../domain/payouts/payout.ts';
import { permissionOf } from '../../../domain/people/roles.ts';
import { Empty } from '../../framework/parts/empty.tsx';
import { ExportLink } from '../../framework/parts/export-link.tsx';
import { Field, Select, SubmitButton } from '../../framework/parts/form.tsx';
import { Live } from '../../framework/parts/live.tsx';
import { Moment } from '../../framework/parts/moment.tsx';
import { PeriodFields } from '../../framework/parts/period-filter.tsx';
import { Reference } from '../../framework/parts/reference.tsx';
import { StateBadge } from '../../framework/parts/state.tsx';
import { Pager, Table } from '../../framework/parts/table.tsx';
import { money } from '../../framework/parts/values.ts';
import type { Visit } from '../../framework/route.ts';
import type { DashboardServices } from '../../framework/services.ts';
import { words } from '../../words/words.ts';
import { findPayouts, readPayoutSearch, searchOf } from './payout-filter.ts';
import { STATE_KINDS, STATES } from './payout-words.ts';

const PER_PAGE = 50;
const LIVE_SECONDS = 15;

const WORDS = words({
  title: ['Saques', 'Payouts'],
  create: ['Novo saque', 'New payout'],
  batch: ['Enviar uma planilha', 'Send a spreadsheet'],
  search: ['Referência ou id', 'Reference or id'],
  state: ['Situação', 'State'],
  all: ['Todas', 'All'],
  filter: ['Filtrar', 'Filter'],
  filters: ['Filtros de saques', 'Filters of payouts'],
  reference: ['Referência', 'Reference'],
  name: ['Quem recebe', 'Who receives it'],
  amount: ['Valor', 'Amount'],
  createdAt: ['Criado em', 'Created at'],
  exported: ['Baixar em CSV', 'Download as CSV'],
  none: ['Nenhum saque encontrado', 'No payout was found'],
  noneText: [
    'Mude os filtros, ou limpe-os para ver todos.',
    'Change the filters, or clear them to see all.',
  ],
  noneYet: ['Nenhum saque ainda', 'No payouts yet'],
  noneYetText: [
    'Um saque transfere o saldo disponível por PIX.',
    'A payout transfers the available balance by PIX.',
  ],
  clear: ['Limpar filtros', 'Clear filters'],
});

/** Decision: whom money went to is shown to those who send it, and not to a viewer. */
export function maySeeReceivers({ user }: Visit): boolean {
  return permissionOf(user.role, 'payouts.create') !== 'no';
}

/** The payouts of the company, newest first, as the address asks for them. */
export async function listPayouts(visit: Visit, services: DashboardServices): Promise<Response> {
  const { language, query } = visit;
  const text = WORDS[language];
  const search = readPayoutSearch(query);
  const { status, period } = search;
  const after = readPlace(query.get('after'));
  const found = await findPayouts(
    visit.companyId,
    { search, after, limit: PER_PAGE + 1 },
    services,
  );
  const shown = found.slice(0, PER_PAGE);
  const last = found.length > PER_PAGE ? shown.at(-1) : undefined;
  const isFiltered = searchOf(query).size > 0;
  const body = (
    <>
      {permissionOf(visit.user.role, 'payouts.create') === 'no' ? null : (
        <p class="actions">
          <a class="button" href="/payouts/new">
            {text.create}
          </a>
          <a href="/payouts/batch">{text.batch}</a>
        </p>
      )}
      <form method="get" action="/payouts" class="filters" aria-label={text.filters}>
        <Field
          name="search"
          label={text.search}
          type="search"
          value={search.reference}
          maxlength={100}
        />
        <Select
          name="status"
          label={text.state}
          value={status ?? ''}
          options={[
            { value: '', label: text.all },
            ...PAYOUT_STATUSES.map((value) => ({ value, label: STATES[language][value] })),
          ]}
        />
        <PeriodFields period={period} language={language} />
        <SubmitButton>{text.filter}</SubmitButton>
        {isFiltered ? <a href="/payouts">{text.clear}</a> : null}
      </form>
      <Live visit={visit} seconds={LIVE_SECONDS}>
        {shown.length === 0 ? (
          <Empty title={isFiltered ? text.none : text.noneYet}>
            <p>{isFiltered ? text.noneText : text.noneYetText}</p>
          </Empty>
        ) : (
          <PayoutTable payouts={shown} visit={visit} />
        )}
        <Pager
          language={language}
          next={last === undefined ? null : pathOf(query, toPlace(last))}
          first={after === null ? null : pathOf(query, null)}
        />
      </Live>
      {permissionOf(visit.user.role, 'payouts.export') === 'no' || shown.length === 0 ? null : (
        <p class="actions">
          <ExportLink language={visit.language} href={`/payouts/export.csv?${searchOf(query)}`}>
            {text.exported}
          </ExportLink>
        </p>
      )}
    </>
  );
  return visit.page(text.title, body, { status: period.wrong === null ? 200 : 400 });
}

function PayoutTable({ payouts, visit }: { payouts: readonly Payout[]; visit: Visit }) {
  const { language } = visit;
  const text = WORDS[language];
  const isNamed = maySeeReceivers(visit);
  const columns = [
    { name: text.reference },
    ...(isNamed ? [{ name: text.name }] : []),
    { name: text.state },
    { name: text.amount, isNumber: true },
    { name: text.createdAt },
  ];
  const rows = payouts.map((payout) => [
    <a href={`/payouts/${payout.id}`}>
      <Reference>{payout.referenceId}</Reference>
    </a>,
    ...(isNamed ? [payout.beneficiaryName ?? '–'] : []),
    <StateBadge kind={STATE_KINDS[payout.status]}>{STATES[language][payout.status]}</StateBadge>,
    money(payout.amount, language),
    <Moment at={payout.createdAt} language={language} />,
  ]);
  return <Table caption={text.title} columns={columns} rows={rows} />;
}

function toPlace({ createdAt, id }: PayoutPlace): string {
  return `${createdAt.getTime()}-${id}`;
}

/** Null for what is no place of ours: the list begins at its start then. */
function readPlace(text: string | null): PayoutPlace | null {
  const [, milliseconds, id] = /^(\d{1,14})-(out_[\w-]{1,80})$/.exec(text ?? '') ?? [];
  return id === undefined ? null : { createdAt: new Date(Number(milliseconds)), id };
}

function pathOf(query: URLSearchParams, after: string | null): string {
  const next = searchOf(query);
  if (after !== null) next.set('after', after);
  return next.size === 0 ? '/payouts' : `/payouts?${next}`;
}
