import type { FC } from 'hono/jsx';
import { PAYIN_STATUSES } from '../../../../contract/payin-status.ts';
import { PAYMENT_METHODS } from '../../../../contract/payment-method.ts';
import type { Payin } from '../../../domain/payins/payin.ts';
import type { PayinsFound } from '../../../domain/payins/payin-list.ts';
import { searchPayins } from '../../../domain/payins/payin-search.ts';
import { permissionOf } from '../../../domain/people/roles.ts';
import { Empty } from '../../framework/parts/empty.tsx';
import { ExportLink } from '../../framework/parts/export-link.tsx';
import { Field, Select, SubmitButton } from '../../framework/parts/form.tsx';
import { Live } from '../../framework/parts/live.tsx';
import { METHOD_NAMES } from '../../framework/parts/method-names.ts';
import { Moment } from '../../framework/parts/moment.tsx';
import { Reference } from '../../framework/parts/reference.tsx';
import { StateBadge } from '../../framework/parts/state.tsx';
import { Pager, Table } from '../../framework/parts/table.tsx';
import { money } from '../../framework/parts/values.ts';
import type { Visit } from '../../framework/route.ts';
import type { DashboardServices } from '../../framework/services.ts';
import { words } from '../../words/words.ts';
import type { PaymentFilter } from './payment-filter.ts';
import { readPaymentFilter, toQuery } from './payment-filter.ts';
import { cardText, PAYMENT_WORDS, STATUS_KINDS } from './payment-words.ts';

const PAGE_SIZE = 50;
const LIVE_SECONDS = 15;

const WORDS = words({
  title: ['Pagamentos', 'Payments'],
  find: ['Buscar', 'Search'],
  search: ['Busca', 'Search'],
  hint: [
    'Pedido, id, CPF ou CNPJ, e-mail, fim do cartão ou valor, por inteiro.',
    'Order, id, CPF or CNPJ, e-mail, end of the card or amount, in full.',
  ],
  hintWithoutCustomers: [
    'Pedido, id, fim do cartão ou valor, por inteiro.',
    'Order, id, end of the card or amount, in full.',
  ],
  status: ['Situação', 'State'],
  method: ['Meio', 'Method'],
  startDate: ['De', 'From'],
  endDate: ['Até', 'Until'],
  all: ['Todas', 'All'],
  allMethods: ['Todos', 'All'],
  order: ['Pedido', 'Order'],
  amount: ['Valor', 'Amount'],
  customer: ['Comprador', 'Buyer'],
  at: ['Criado em', 'Created'],
  exported: ['Baixar em CSV', 'Download as CSV'],
  clear: ['Limpar filtros', 'Clear filters'],
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
  wrong: ['Não é possível filtrar por este valor.', 'This is nothing to filter by.'],
  wrongPeriod: [
    'Use uma data, e a final não pode ser antes da inicial.',
    'Use a date; the last one must not be before the first.',
  ],
});

type Services = Pick<DashboardServices, 'payinLists'>;

/** Whether somebody may see who pays, and find payments by them. */
export function mayReadCustomers({ user }: Pick<Visit, 'user'>): boolean {
  return permissionOf(user.role, 'customers.read') !== 'no';
}

/** All payments of the company, newest first; the filter stands in the address. */
export async function showPayments(visit: Visit, { payinLists }: Services): Promise<Response> {
  const text = WORDS[visit.language];
  const filter = readPaymentFilter(visit.query);
  const found =
    filter.wrong.length > 0
      ? { payins: [], goesOnAfter: null }
      : await searchPayins(
          visit.companyId,
          { ...filter.search, limit: PAGE_SIZE },
          { payinLists, mayReadCustomers: mayReadCustomers(visit) },
        );
  return visit.page(
    text.title,
    <>
      <Filters visit={visit} filter={filter} />
      <Found visit={visit} filter={filter} found={found} />
    </>,
    { status: filter.wrong.length > 0 ? 400 : 200 },
  );
}

const Filters: FC<{ visit: Visit; filter: PaymentFilter }> = ({ visit, filter }) => {
  const { language } = visit;
  const text = WORDS[language];
  const { statuses } = PAYMENT_WORDS[language];
  const { typed, wrong } = filter;
  const any = { value: '', label: text.all };
  const period = (name: 'startDate' | 'endDate') => (
    <Field
      name={name}
      label={text[name]}
      type="date"
      value={typed[name]}
      error={wrong.includes(name) ? text.wrongPeriod : undefined}
    />
  );
  const error = (name: 'status' | 'method' | 'cursor') =>
    wrong.includes(name) ? text.wrong : undefined;
  return (
    <form class="filters payment-filters" method="get" action="/payments">
      <Field
        name="q"
        label={text.search}
        type="search"
        value={typed.q}
        hint={mayReadCustomers(visit) ? text.hint : text.hintWithoutCustomers}
        error={error('cursor')}
        autocomplete="off"
        spellcheck={false}
      />
      <Select
        name="status"
        label={text.status}
        value={typed.status}
        options={[any, ...PAYIN_STATUSES.map((value) => ({ value, label: statuses[value] }))]}
        error={error('status')}
      />
      <Select
        name="method"
        label={text.method}
        value={typed.method}
        options={[
          { value: '', label: text.allMethods },
          ...PAYMENT_METHODS.map((value) => ({ value, label: METHOD_NAMES[language][value] })),
        ]}
        error={error('method')}
      />
      {period('startDate')}
      {period('endDate')}
      <SubmitButton>{text.find}</SubmitButton>
      {Object.keys(typed).length === 0 ? null : <a href="/payments">{text.clear}</a>}
    </form>
  );
};

const Found: FC<{ visit: Visit; filter: PaymentFilter; found: PayinsFound }> = ({
  visit,
  filter,
  found: { payins, goesOnAfter },
}) => {
  const text = WORDS[visit.language];
  const isFiltered = Object.keys(filter.typed).length > 0;
  const mayExport = permissionOf(visit.user.role, 'payments.export') !== 'no';
  return (
    <>
      <Live visit={visit} seconds={LIVE_SECONDS}>
        {payins.length > 0 ? (
          <List visit={visit} payins={payins} />
        ) : (
          <Empty title={isFiltered ? text.none : text.noneYet}>
            <p>{isFiltered ? text.noneHint : text.noneYetHint}</p>
            {isFiltered || permissionOf(visit.user.role, 'keys.manage') === 'no' ? null : (
              <p class="actions">
                <a href="/integration">{text.integrate}</a>
              </p>
            )}
          </Empty>
        )}
        {goesOnAfter !== null && payins.length < PAGE_SIZE ? (
          <p class="hint">{text.goesOn}</p>
        ) : null}
        <Pager
          language={visit.language}
          next={goesOnAfter === null ? null : `/payments${toQuery(filter, goesOnAfter)}`}
          first={filter.search.after === null ? null : `/payments${toQuery(filter, null)}`}
        />
      </Live>
      {mayExport && payins.length > 0 ? (
        <p class="actions">
          <ExportLink
            language={visit.language}
            href={`/payments/export.csv${toQuery(filter, null)}`}
          >
            {text.exported}
          </ExportLink>
        </p>
      ) : null}
    </>
  );
};

const List: FC<{ visit: Visit; payins: readonly Payin[] }> = ({ visit, payins }) => {
  const { language } = visit;
  const text = WORDS[language];
  const { statuses } = PAYMENT_WORDS[language];
  const hasCustomers = mayReadCustomers(visit);
  return (
    <Table
      caption={text.title}
      columns={[
        { name: text.order },
        { name: text.amount, isNumber: true },
        { name: text.status },
        { name: text.method },
        ...(hasCustomers ? [{ name: text.customer }] : []),
        { name: text.at },
      ]}
      rows={payins.map((payin) => [
        <a href={`/payments/${payin.id}`}>
          <Reference>{payin.referenceId}</Reference>
        </a>,
        money(payin.amount, language),
        <StateBadge kind={STATUS_KINDS[payin.status]}>{statuses[payin.status]}</StateBadge>,
        <span class="whole">
          {cardText(payin, language) ?? METHOD_NAMES[language][payin.paymentMethod]}
        </span>,
        ...(hasCustomers ? [payin.customer.name] : []),
        <Moment at={payin.createdAt} language={language} />,
      ])}
    />
  );
};
