import type { PayoutStatus } from '../../../../contract/payments/payout.ts';
import { PAYOUT_STATUSES, payoutStatusSchema } from '../../../../contract/payments/payout.ts';
import { knownReferenceSchema } from '../../../../contract/payments/reference-id.ts';
import { EXPORT_PAYOUTS } from '../../../acts/exports.ts';
import { writtenDocument } from '../../../base/shared/written-document.ts';
import type { Payout, PayoutFilter, PayoutPlace } from '../../../domain/payouts/payout.ts';
import type { Lists } from '../../../domain/summaries/lists.ts';
import { dataAge } from '../../../http/data-age.ts';
import type { CsvColumn } from '../../framework/parts/csv.ts';
import { csvLines, csvResponse } from '../../framework/parts/csv.ts';
import { ButtonLink, choices } from '../../framework/parts/form.tsx';
import type { ListColumn } from '../../framework/parts/list-page.tsx';
import { listPage, PAGE_SIZE, referenceColumn } from '../../framework/parts/list-page.tsx';
import type { Period } from '../../framework/parts/period-filter.ts';
import { periodFields, readPeriod } from '../../framework/parts/period-filter.ts';
import { Moment, StateBadge } from '../../framework/parts/table.tsx';
import { money } from '../../framework/parts/values.ts';
import type { Visit } from '../../framework/route.ts';
import type { RowPage } from '../../framework/row-page.ts';
import { firstRows, listAddress, readPlace, writePlace } from '../../framework/row-page.ts';
import type { DashboardServices } from '../../framework/services.ts';
import { pageWords, say } from '../../words/words.ts';
import { KEY_TYPES, STATE_KINDS, STATES, writtenKey } from './payout-words.ts';

const WORDS = pageWords({
  batch: ['Enviar uma planilha', 'Send a spreadsheet'],
  search: ['Referência ou id', 'Reference or id'],
  filters: ['Filtros de saques', 'Filters of payouts'],
  name: ['Quem recebe', 'Who receives it'],
  createdAt: ['Criado em', 'Created at'],
  none: ['Nenhum saque encontrado', 'No payout was found'],
  noneYet: ['Nenhum saque ainda', 'No payouts yet'],
  noneYetText: [
    'Um saque transfere o saldo disponível por PIX.',
    'A payout transfers the available balance by PIX.',
  ],
});

export async function listPayouts(visit: Visit, services: DashboardServices): Promise<Response> {
  const { companyId, language, query } = visit;
  const text = WORDS[language];
  const search = readPayoutSearch(query);
  const { reference, status, period } = search;
  const after = placeIn(query);
  const isFiltered = listAddress('', query, { keep: PAYOUT_FILTERS }) !== '';
  return listPage(visit, {
    title: text.payouts,
    intro: visit.may('payouts.create') ? (
      <p class="actions">
        <ButtonLink to="/payouts/new">{text.newPayout}</ButtonLink>
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
      ? { title: text.none, text: text.changeFilters }
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
    referenceColumn(text.reference, '/payouts'),
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

type Services = { lists: Pick<Lists, 'payouts' | 'maxAgeMs'> };

export async function exportPayouts(visit: Visit, services: Services): Promise<Response> {
  const { companyId, language } = visit;
  const search = readPayoutSearch(visit.query);
  const { status, period } = search;
  // The list says at its field what is wrong.
  if (period.wrong !== null) return visit.redirect(`/payouts?${visit.query}`);
  const { from, until } = period.typed;
  const filter = { status, from, until, isSearch: search.reference !== '' };
  await visit.act(EXPORT_PAYOUTS, { filter });
  const lines = csvLines(COLUMNS, language, (after: PayoutPlace | null, limit) =>
    findPayouts(companyId, { search, after, limit }, services.lists),
  );
  const name = say(['saques', 'payouts'], language);
  return csvResponse(visit, name, lines, dataAge(services.lists.maxAgeMs));
}

const COLUMNS: readonly CsvColumn<Payout>[] = [
  [['id', 'id'], ({ id }) => id],
  [['referência', 'reference'], ({ referenceId }) => referenceId],
  [['id no provedor', 'id at the provider'], ({ externalId }) => externalId ?? ''],
  [['situação', 'state'], ({ status }, language) => STATES[language][status]],
  [['valor', 'amount'], ({ amount }) => ({ centavos: amount })],
  // As everywhere else: a transfer that did not happen has none.
  [['tarifa', 'fee'], ({ status, fee }) => (status === 'COMPLETED' ? { centavos: fee } : '')],
  [['quem recebe', 'who receives it'], ({ beneficiaryName }) => beneficiaryName ?? ''],
  [['documento', 'document'], (payout) => writtenDocument(payout.beneficiaryDocument ?? '')],
  [['tipo da chave', 'type of key'], (payout, language) => KEY_TYPES[language][payout.pixKeyType]],
  [['chave PIX', 'PIX key'], writtenKey],
  [['criado em', 'created'], ({ createdAt }) => ({ at: createdAt })],
  [['alterado em', 'changed'], ({ updatedAt }) => ({ at: updatedAt })],
];

/** `reference`: an id of a payout as well; empty where none is asked for. */
type PayoutSearch = { reference: string; status: PayoutStatus | null; period: Period };

function readPayoutSearch(query: URLSearchParams): PayoutSearch {
  const typed = (query.get('search') ?? '').trim();
  return {
    reference: knownReferenceSchema.safeParse(typed).data ?? '',
    status: payoutStatusSchema.safeParse(query.get('status')).data ?? null,
    period: readPeriod(query),
  };
}

async function findPayouts(
  companyId: string,
  { search, after, limit }: { search: PayoutSearch } & Pick<PayoutFilter, 'after' | 'limit'>,
  { payouts }: Pick<Lists, 'payouts'>,
): Promise<RowPage<Payout, PayoutPlace>> {
  const { reference, status, period } = search;
  const byId = reference === '' ? null : await payouts.find(companyId, reference);
  if (byId !== null) return { rows: [byId], next: null };
  const { from, until } = period;
  const referenceId = reference === '' ? null : reference;
  const filter = { status, referenceId, from, until, after };
  return firstRows(await payouts.page(companyId, { ...filter, limit: limit + 1 }), limit);
}

const PAYOUT_FILTERS = ['search', 'status', 'from', 'until'];
