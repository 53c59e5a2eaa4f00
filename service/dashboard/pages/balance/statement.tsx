import type { StatementPlace } from '../../../../contract/payments/statement.ts';
import { EXPORT_STATEMENT } from '../../../acts/exports.ts';
import type { LedgerAccount, LedgerKind } from '../../../domain/ledger/ledger.ts';
import type { AccountLine, StatementStore } from '../../../domain/ledger/statement.ts';
import { dataAge } from '../../../http/data-age.ts';
import type { CsvColumn } from '../../framework/parts/csv.ts';
import { csvLines, csvResponse } from '../../framework/parts/csv.ts';
import { choices } from '../../framework/parts/form.tsx';
import type { ListColumn } from '../../framework/parts/list-page.tsx';
import { ExportLink, listPage, PAGE_SIZE } from '../../framework/parts/list-page.tsx';
import { periodFields } from '../../framework/parts/period-filter.ts';
import { Moment } from '../../framework/parts/table.tsx';
import { money } from '../../framework/parts/values.ts';
import type { Visit } from '../../framework/route.ts';
import type { DashboardServices } from '../../framework/services.ts';
import type { Language } from '../../words/words.ts';
import { pageWords, words } from '../../words/words.ts';
import type { AskedStatement } from './statement-filter.ts';
import {
  accountName,
  findLines,
  readStatementFilter,
  shownAmount,
  statementPath,
} from './statement-filter.ts';

const PATH = '/balance/statement';

const KINDS = words<Readonly<Record<LedgerKind, string>>>({
  opening_balance: ['Saldo inicial', 'Opening balance'],
  payin_approved: ['Venda aprovada', 'Sale approved'],
  payin_refunded: ['Venda reembolsada', 'Sale refunded'],
  payin_charged_back: ['Venda contestada', 'Sale contested'],
  payin_med: ['Reembolso do PIX (MED)', 'PIX returned (MED)'],
  payin_restored: ['Venda restituída', 'Sale restored'],
  reserve_released: ['Reserva liberada', 'Reserve released'],
  waiting_released: ['Parcela liberada', 'Installment released'],
  refund_held: ['Reembolso pedido', 'Refund asked for'],
  refund_done: ['Reembolso concluído', 'Refund completed'],
  refund_released: ['Reembolso desfeito', 'Refund undone'],
  payout_created: ['Saque pedido', 'Payout asked for'],
  payout_completed: ['Saque concluído', 'Payout completed'],
  payout_returned: ['Saque que voltou', 'Payout returned'],
});

const STATEMENT_WORDS = pageWords({
  title: ['Extrato', 'Statement'],
  filters: ['Filtros do extrato', 'Filters of the statement'],
  wrongAccount: ['Não há esta conta.', 'There is no such account.'],
  onlyAvailable: [
    'O saldo depois de cada movimento é mostrado só no disponível.',
    'The balance after each movement is shown for what is available alone.',
  ],
  goesOn: [
    'Há mais movimentos antigos a olhar. A próxima página continua a busca.',
    'There are older movements to look at. The next page goes on with the search.',
  ],
  number: ['Número', 'Number'],
  available: ['No disponível', 'Of what is available'],
  after: ['Disponível depois', 'Available afterwards'],
  waiting: ['A receber', 'Incoming'],
  reserve: ['No retido', 'Of what is held back'],
  inFlight: ['A caminho', 'On its way'],
  debt: ['No devido', 'Of what is owed'],
  fees: ['Tarifa', 'Fee'],
  source: ['Id', 'Id'],
  none: ['Nenhum movimento neste período', 'Nothing moved in this period'],
  noneText: [
    'Mude o período, ou volte quando houver vendas.',
    'Change the period, or come back once there are sales.',
  ],
  balance: ['Ver o saldo', 'See the balance'],
  fileName: ['extrato', 'statement'],
});

export async function showStatement(visit: Visit, services: DashboardServices): Promise<Response> {
  const { companyId, language, query } = visit;
  const text = STATEMENT_WORDS[language];
  const asked = await readStatementFilter(companyId, query, services);
  const { account, accounts } = asked;
  const found =
    asked.wrong === 'account'
      ? { rows: [], next: null }
      : await findLines(companyId, asked, { statements: services.statements, limit: PAGE_SIZE });
  return listPage(visit, {
    title: text.title,
    filters: {
      action: PATH,
      label: text.filters,
      fields: [
        {
          name: 'account',
          label: text.account,
          value: account ?? '',
          options: choices(text.all, accounts, (one) => accountName(one, language)),
          hint: account === null || account === 'available' ? undefined : text.onlyAvailable,
          error: asked.wrong === 'account' ? text.wrongAccount : undefined,
        },
        ...periodFields(asked.period, language),
      ],
      submit: text.filter,
    },
    actions: (
      <p class="actions">
        {visit.may('balance.export') ? (
          <ExportLink language={language} href={statementPath(`${PATH}.csv`, query, null)}>
            {text.exported}
          </ExportLink>
        ) : null}
        <a href="/balance">{text.balance}</a>
      </p>
    ),
    found,
    columns: [
      { name: text.number, cell: ({ sequence }) => String(sequence) },
      { name: text.at, cell: ({ at }) => <Moment at={at} language={language} /> },
      { name: text.what, cell: ({ kind }) => KINDS[language][kind] },
      { name: text.reference, cell: (line) => <Source line={line} visit={visit} /> },
      ...(account === null ? amountsOfAll(found.rows, visit) : amountsOf(asked, visit)),
    ],
    around: (table) => (
      <section class="wide" aria-label={text.title} tabindex={0}>
        {table}
      </section>
    ),
    empty: { title: text.none, text: text.noneText },
    goesOn: text.goesOn,
    address: (after) => statementPath(PATH, query, after),
    isFirst: asked.after === null,
    isWrong: asked.wrong !== null,
  });
}

type AmountColumn = ListColumn<AccountLine>;

/** Besides what is available, only what moved on this page has a column. */
function amountsOfAll(lines: readonly AccountLine[], { language }: Visit): AmountColumn[] {
  const text = STATEMENT_WORDS[language];
  const amount = (centavos: number) => (centavos === 0 ? '–' : money(centavos, language));
  const moved = MOVED.filter((name) => lines.some((line) => line[name] !== 0));
  return [
    { name: text.available, isNumber: true, cell: ({ available }) => amount(available) },
    availableAfter(language),
    ...moved.map(
      (name): AmountColumn => ({
        name: text[name],
        isNumber: true,
        cell: (line) => amount(name === 'debt' ? shownAmount(name, line.debt) : line[name]),
      }),
    ),
  ];
}

/** Decision: only what is available has its balance kept beside each movement, so no other shows it. */
function amountsOf({ account }: AskedStatement, { language }: Visit): AmountColumn[] {
  if (account === null) return [];
  const moved: AmountColumn = {
    name: accountName(account, language),
    isNumber: true,
    cell: (line) => money(shownAmount(account, line.moved), language),
  };
  return account === 'available' ? [moved, availableAfter(language)] : [moved];
}

function availableAfter(language: Language): AmountColumn {
  const { after } = STATEMENT_WORDS[language];
  return { name: after, isNumber: true, cell: (line) => money(line.availableAfter, language) };
}

const MOVED = ['waiting', 'reserve', 'inFlight', 'debt', 'fees'] as const;

/** Leads to the payment or payout where there is one and somebody may read it. */
function Source({ line, visit }: { line: AccountLine; visit: Visit }) {
  const name = line.referenceId ?? '–';
  const payin = line.isPayin ? line.sourceId : line.refundedPayinId;
  if (payin !== null && visit.may('payments.read')) {
    return <a href={`/payments/${payin}`}>{name}</a>;
  }
  if (line.isPayout && visit.may('payouts.read')) {
    return <a href={`/payouts/${line.sourceId}`}>{name}</a>;
  }
  return <>{name}</>;
}

/** One that breaks off is no whole answer. */
export async function sendStatement(visit: Visit, services: DashboardServices): Promise<Response> {
  const { companyId, language, now, query } = visit;
  const asked = await readStatementFilter(companyId, query, services);
  if (asked.wrong !== null) return visit.redirect(`/balance/statement?${query}`);
  const { from, until } = asked.period.typed;
  const of = asked.account === null ? {} : { account: asked.account };
  await visit.act(EXPORT_STATEMENT, { filter: { from, until, ...of } });
  const rows = statementRows({ companyId, asked, language }, services.lists);
  const name = `${STATEMENT_WORDS[language].fileName}-${now.toISOString().slice(0, 10)}`;
  return csvResponse(visit, name, rows, dataAge(services.lists.maxAgeMs));
}

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
    // Behind what was there before it, so that nobody's columns move.
    [word('waiting'), ({ waiting }) => ({ centavos: waiting })],
  ];
}

function word(name: keyof (typeof STATEMENT_WORDS)['en']): readonly [string, string] {
  return [STATEMENT_WORDS['pt-BR'][name], STATEMENT_WORDS.en[name]];
}
