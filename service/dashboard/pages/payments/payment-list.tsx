import type { PayinPlace } from '../../../../contract/payments/payin-list.ts';
import { PAYIN_STATUSES } from '../../../../contract/payments/payin-status.ts';
import { PAYMENT_METHODS } from '../../../../contract/payments/payment-method.ts';
import { EXPORT_PAYMENTS } from '../../../acts/exports.ts';
import { writtenDocument } from '../../../base/shared/written-document.ts';
import type { Payin } from '../../../domain/payins/payin.ts';
import { searchPayins } from '../../../domain/payins/payin-search.ts';
import type { Lists } from '../../../domain/summaries/lists.ts';
import { dataAge } from '../../../http/data-age.ts';
import type { CsvColumn } from '../../framework/parts/csv.ts';
import { csvLines, csvResponse } from '../../framework/parts/csv.ts';
import type { FieldProps, SelectProps } from '../../framework/parts/form.tsx';
import { choices, Way } from '../../framework/parts/form.tsx';
import type { ListColumn } from '../../framework/parts/list-page.tsx';
import { listPage, PAGE_SIZE, referenceColumn } from '../../framework/parts/list-page.tsx';
import { Moment, StateBadge } from '../../framework/parts/table.tsx';
import { METHOD_NAMES, money } from '../../framework/parts/values.ts';
import type { Visit } from '../../framework/route.ts';
import type { DashboardServices } from '../../framework/services.ts';
import { pageWords, say } from '../../words/words.ts';
import type { PaymentFilter } from './payment-words.ts';
import {
  cardText,
  PAYMENT_WORDS,
  readPaymentFilter,
  STATUS_KINDS,
  toQuery,
} from './payment-words.ts';

const WORDS = pageWords({
  find: ['Buscar', 'Search'],
  search: ['Busca', 'Search'],
  hint: [
    'Parte do nome ou do e-mail, começo do pedido; id, CPF ou CNPJ, fim do cartão ou valor, por inteiro.',
    'Part of a name or e-mail, beginning of an order; id, CPF or CNPJ, end of the card or amount, in full.',
  ],
  hintWithoutCustomers: [
    'Começo do pedido; id, fim do cartão ou valor, por inteiro.',
    'Beginning of an order; id, end of the card or amount, in full.',
  ],
  startDate: ['De', 'From'],
  endDate: ['Até', 'Until'],
  allMethods: ['Todos', 'All'],
  at: ['Criado em', 'Created'],
  disputes: ['Contestações abertas', 'Open disputes'],
  none: ['Nenhum pagamento encontrado', 'No payment was found'],
  noneYet: ['Nenhum pagamento ainda', 'No payments yet'],
  noneHint: [
    'A busca só acha o que foi digitado por inteiro. Confira os filtros e o período.',
    'Only what is typed in full is found. Look at the filters and the period.',
  ],
  noneYetHint: [
    'Assim que alguém pagar, o pagamento aparece aqui.',
    'As soon as somebody pays, the payment is here.',
  ],
  integrate: [
    'Ver as chaves e o que pôr na sua página',
    'See the keys and what goes into your page',
  ],
  goesOn: [
    'Há mais pagamentos antigos a olhar. A próxima página continua a busca.',
    'There are older payments to look at. The next page goes on with the search.',
  ],
  wrong: ['Não é possível filtrar por este valor.', 'Payments cannot be filtered by this value.'],
  wrongPeriod: [
    'Use uma data, e a final não pode ser antes da inicial.',
    'Use a date; the last one must not be before the first.',
  ],
});

type Services = Pick<DashboardServices, 'payinLists'>;

export async function showPayments(visit: Visit, { payinLists }: Services): Promise<Response> {
  const { companyId, language } = visit;
  const text = WORDS[language];
  const filter = readPaymentFilter(visit.query);
  const isWrong = filter.wrong.length > 0;
  const lists = { payinLists, mayReadCustomers: visit.may('customers.read') };
  const { payins, goesOnAfter } = isWrong
    ? { payins: [], goesOnAfter: null }
    : await searchPayins(companyId, { ...filter.search, limit: PAGE_SIZE }, lists);
  const isFiltered = Object.keys(filter.typed).length > 0;
  return listPage(visit, {
    title: text.payments,
    filters: {
      action: '/payments',
      class: 'payment-filters',
      fields: fieldsOf(visit, filter),
      submit: text.find,
      clear: isFiltered ? { href: '/payments', text: text.clear } : null,
    },
    actions: <Way to="/payments/disputes">{text.disputes}</Way>,
    found: { rows: payins, next: goesOnAfter },
    columns: columnsOf(visit),
    empty: isFiltered
      ? { title: text.none, text: text.noneHint }
      : {
          title: text.noneYet,
          text: text.noneYetHint,
          more: visit.may('keys.manage') ? <Way to="/integration">{text.integrate}</Way> : null,
        },
    goesOn: text.goesOn,
    address: (place) => `/payments${toQuery(filter, place)}`,
    isFirst: filter.search.after === null,
    isLive: true,
    file: {
      act: EXPORT_PAYMENTS,
      href: `/payments/export.csv${toQuery(filter, null)}`,
      text: text.exported,
    },
    isWrong,
  });
}

function fieldsOf(visit: Visit, { typed, wrong }: PaymentFilter): (FieldProps | SelectProps)[] {
  const { language } = visit;
  const text = WORDS[language];
  const error = (name: (typeof wrong)[number], said: string) =>
    wrong.includes(name) ? said : undefined;
  const period = (name: 'startDate' | 'endDate'): FieldProps => ({
    name,
    label: text[name],
    type: 'date',
    value: typed[name],
    error: error(name, text.wrongPeriod),
  });
  const { statuses } = PAYMENT_WORDS[language];
  return [
    {
      name: 'q',
      label: text.search,
      type: 'search',
      value: typed.q,
      hint: visit.may('customers.read') ? text.hint : text.hintWithoutCustomers,
      error: error('cursor', text.wrong),
      autocomplete: 'off',
      spellcheck: false,
    },
    {
      name: 'status',
      label: text.state,
      value: typed.status,
      options: choices(text.all, PAYIN_STATUSES, (status) => statuses[status]),
      error: error('status', text.wrong),
    },
    {
      name: 'method',
      label: text.method,
      value: typed.method,
      options: choices(text.allMethods, PAYMENT_METHODS, (name) => METHOD_NAMES[language][name]),
      error: error('method', text.wrong),
    },
    period('startDate'),
    period('endDate'),
  ];
}

function columnsOf(visit: Visit): readonly (ListColumn<Payin> | null)[] {
  const { language } = visit;
  const text = WORDS[language];
  const { statuses } = PAYMENT_WORDS[language];
  return [
    referenceColumn(text.order, '/payments'),
    { name: text.amount, isNumber: true, cell: ({ amount }) => money(amount, language) },
    {
      name: text.state,
      cell: ({ status }) => <StateBadge kind={STATUS_KINDS[status]}>{statuses[status]}</StateBadge>,
    },
    {
      name: text.method,
      cell: (payin) => (
        <span class="whole">
          {cardText(payin, language) ?? METHOD_NAMES[language][payin.paymentMethod]}
        </span>
      ),
    },
    visit.may('customers.read')
      ? { name: text.customer, cell: ({ customer }) => customer.name }
      : null,
    { name: text.at, cell: ({ createdAt }) => <Moment at={createdAt} language={language} /> },
  ];
}

type ExportServices = { lists: Pick<Lists, 'payinLists' | 'maxAgeMs'> };

export async function exportPayments(visit: Visit, services: ExportServices): Promise<Response> {
  const { companyId, language } = visit;
  const filter = readPaymentFilter(visit.query);
  if (filter.wrong.length > 0) return visit.notFound();
  const { status = null, method = null, startDate = null, endDate = null, q } = filter.typed;
  // What was looked for may name a person, and is not kept.
  const narrowed = { status, method, startDate, endDate, isSearch: q !== undefined };
  await visit.act(EXPORT_PAYMENTS, { filter: narrowed });
  const lists = { ...services.lists, mayReadCustomers: visit.may('customers.read') };
  const lines = csvLines(COLUMNS, language, async (after: PayinPlace | null, limit) => {
    const found = await searchPayins(companyId, { ...filter.search, after, limit }, lists);
    return { rows: found.payins, next: found.goesOnAfter };
  });
  const name = say(['pagamentos', 'payments'], language);
  return csvResponse(visit, name, lines, dataAge(lists.maxAgeMs));
}

const COLUMNS: readonly CsvColumn<Payin>[] = [
  [['id', 'id'], ({ id }) => id],
  [['pedido', 'order'], ({ referenceId }) => referenceId],
  [['id no provedor', 'id at the provider'], ({ externalId }) => externalId ?? ''],
  [['situação', 'state'], ({ status }, language) => PAYMENT_WORDS[language].statuses[status]],
  [
    ['meio de pagamento', 'method'],
    ({ paymentMethod }, language) => METHOD_NAMES[language][paymentMethod],
  ],
  [['valor', 'amount'], ({ amount }) => ({ centavos: amount })],
  [['reembolsado', 'refunded'], ({ refundedAmount }) => ({ centavos: refundedAmount })],
  [['parcelas', 'installments'], ({ installments }) => String(installments)],
  [['cartão', 'card'], (payin, language) => cardText(payin, language) ?? ''],
  [['comprador', 'buyer'], ({ customer }) => customer.name],
  [['documento', 'document'], ({ customer }) => writtenDocument(customer.document)],
  [['e-mail', 'e-mail'], ({ customer }) => customer.email],
  [['criado em', 'created'], ({ createdAt }) => ({ at: createdAt })],
];
