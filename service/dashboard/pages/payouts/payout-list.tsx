import { PAYOUT_STATUSES } from '../../../../contract/payments/payout.ts';
import { EXPORT_PAYOUTS } from '../../../acts/exports.ts';
import type { Payout, PayoutPlace } from '../../../domain/payouts/payout.ts';
import { ButtonLink, choices } from '../../framework/parts/form.tsx';
import type { ListColumn } from '../../framework/parts/list-page.tsx';
import { listPage, PAGE_SIZE } from '../../framework/parts/list-page.tsx';
import { periodFields } from '../../framework/parts/period-filter.ts';
import { Moment, Reference, StateBadge } from '../../framework/parts/table.tsx';
import { money } from '../../framework/parts/values.ts';
import type { Visit } from '../../framework/route.ts';
import { listAddress, readPlace, writePlace } from '../../framework/row-page.ts';
import type { DashboardServices } from '../../framework/services.ts';
import { pageWords } from '../../words/words.ts';
import { findPayouts, PAYOUT_FILTERS, readPayoutSearch } from './payout-filter.ts';
import { STATE_KINDS, STATES } from './payout-words.ts';

const WORDS = pageWords({
  title: ['Saques', 'Payouts'],
  create: ['Novo saque', 'New payout'],
  batch: ['Enviar uma planilha', 'Send a spreadsheet'],
  search: ['Referência ou id', 'Reference or id'],
  filters: ['Filtros de saques', 'Filters of payouts'],
  name: ['Quem recebe', 'Who receives it'],
  createdAt: ['Criado em', 'Created at'],
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
});

/** The payouts of the company, newest first, as the address asks for them. */
export async function listPayouts(visit: Visit, services: DashboardServices): Promise<Response> {
  const { companyId, language, query } = visit;
  const text = WORDS[language];
  const search = readPayoutSearch(query);
  const { reference, status, period } = search;
  const after = placeIn(query);
  const isFiltered = listAddress('', query, { keep: PAYOUT_FILTERS }) !== '';
  return listPage(visit, {
    title: text.title,
    intro: visit.may('payouts.create') ? (
      <p class="actions">
        <ButtonLink to="/payouts/new">{text.create}</ButtonLink>
        <a href="/payouts/batch">{text.batch}</a>
      </p>
    ) : null,
    filters: {
      action: '/payouts',
      label: text.filters,
      fields: [
        { name: 'search', label: text.search, type: 'search', value: reference, maxlength: 100 },
        {
          name: 'status',
          label: text.state,
          value: status ?? '',
          options: choices(text.all, PAYOUT_STATUSES, (one) => STATES[language][one]),
        },
        ...periodFields(period, language),
      ],
      submit: text.filter,
      clear: isFiltered ? { href: '/payouts', text: text.clear } : null,
    },
    found: await findPayouts(companyId, { search, after, limit: PAGE_SIZE }, services),
    columns: columnsOf(visit),
    empty: isFiltered
      ? { title: text.none, text: text.noneText }
      : { title: text.noneYet, text: text.noneYetText },
    address: (place) => pathTo('/payouts', query, place),
    isFirst: after === null,
    isLive: true,
    file: {
      act: EXPORT_PAYOUTS,
      href: pathTo('/payouts/export.csv', query, null),
      text: text.exported,
    },
    isWrong: period.wrong !== null,
  });
}

function columnsOf(visit: Visit): readonly (ListColumn<Payout> | null)[] {
  const { language } = visit;
  const text = WORDS[language];
  return [
    {
      name: text.reference,
      cell: ({ id, referenceId }) => (
        <a href={`/payouts/${id}`}>
          <Reference>{referenceId}</Reference>
        </a>
      ),
    },
    visit.may('payouts.create')
      ? { name: text.name, cell: ({ beneficiaryName }) => beneficiaryName ?? '–' }
      : null,
    {
      name: text.state,
      cell: ({ status }) => (
        <StateBadge kind={STATE_KINDS[status]}>{STATES[language][status]}</StateBadge>
      ),
    },
    { name: text.amount, isNumber: true, cell: ({ amount }) => money(amount, language) },
    {
      name: text.createdAt,
      cell: ({ createdAt }) => <Moment at={createdAt} language={language} />,
    },
  ];
}

function placeIn(query: URLSearchParams): PayoutPlace | null {
  const place = readPlace(query.get('after'));
  return place === null ? null : { createdAt: place.at, id: place.id };
}

function pathTo(path: string, query: URLSearchParams, after: PayoutPlace | null): string {
  const place = after === null ? null : writePlace({ at: after.createdAt, id: after.id }, '-');
  return listAddress(path, query, { keep: PAYOUT_FILTERS, after: place });
}
