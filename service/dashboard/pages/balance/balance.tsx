import { EXPORT_STATEMENT } from '../../../acts/exports.ts';
import { startOfDay } from '../../../base/shared/sao-paulo-days.ts';
import { readWaitingDays } from '../../../domain/ledger/balance.ts';
import { ButtonLink } from '../../framework/parts/form.tsx';
import { Facts, ofNumbers, Table } from '../../framework/parts/table.tsx';
import { day, money } from '../../framework/parts/values.ts';
import type { DashboardRoute, Visit } from '../../framework/route.ts';
import { get } from '../../framework/route.ts';
import type { DashboardServices } from '../../framework/services.ts';
import { pageWords } from '../../words/words.ts';
import { sendStatement, showStatement } from './statement.tsx';
import { accountName, shownAccounts, shownAmount } from './statement-filter.ts';

const WORDS = pageWords({
  meaning: ['O que é', 'What it is'],
  meanings: {
    available: ['Pode ser sacado agora.', 'Can be paid out now.'],
    waiting: [
      'Vendas no cartão que a adquirente ainda vai pagar; veja os dias abaixo.',
      'Sales by card that the acquirer is going to pay; see the days below.',
    ],
    reserve: [
      'Parte de vendas aprovadas, guardada até o prazo da reserva.',
      'A part of approved sales, kept until the reserve is due.',
    ],
    in_flight: [
      'Saiu do disponível para saques e reembolsos que ainda não terminaram.',
      'Taken from what is available for payouts and refunds that have not ended.',
    ],
    debt: [
      'Falta cobrir de vendas reembolsadas; o que entrar paga isto primeiro.',
      'Not yet covered of sales that went back; what comes in pays this first.',
    ],
    fees: ['Soma das tarifas cobradas desde o começo.', 'All fees charged since the beginning.'],
    recipient: [
      'Parte deste recebedor em vendas divididas.',
      'What this recipient has of split sales.',
    ],
  },
  statement: ['Ver o extrato', 'See the statement'],
  waiting: ['A receber', 'Incoming'],
  availableOn: ['Disponível em', 'Available on'],
});

export async function showBalance(visit: Visit, services: DashboardServices): Promise<Response> {
  const { companyId, language } = visit;
  const text = WORDS[language];
  const amounts = await services.ledger.readBalances(companyId);
  const waitingDays = await readWaitingDays(companyId, amounts, services);
  const meanings: Readonly<Record<string, string>> = text.meanings;
  const rows = shownAccounts(amounts).map((account) => [
    <a href={`/balance/statement?${new URLSearchParams({ account })}`}>
      {accountName(account, language)}
    </a>,
    meanings[account] ?? text.meanings.recipient,
    money(shownAmount(account, amounts[account] ?? 0), language),
  ]);
  const available = money(amounts.available ?? 0, language);
  const columns = [text.account, text.meaning, ofNumbers(text.amount)];
  const days = waitingDays.map(({ date, amount }) => [
    day(startOfDay(date), language),
    money(amount, language),
  ]);
  const body = (
    <>
      <Facts facts={[[accountName('available', language), <strong>{available}</strong>]]} />
      <p class="actions">
        <ButtonLink to="/balance/statement">{text.statement}</ButtonLink>
        {visit.may('payouts.create') ? <a href="/payouts/new">{text.newPayout}</a> : null}
      </p>
      <Table caption={text.balance} columns={columns} rows={rows} />
      {days.length === 0 ? null : (
        <>
          <h2>{text.waiting}</h2>
          <Table
            caption={text.waiting}
            columns={[text.availableOn, ofNumbers(text.amount)]}
            rows={days}
          />
        </>
      )}
    </>
  );
  return visit.page(text.balance, body);
}

export const BALANCE_PAGES: readonly DashboardRoute[] = [
  get('/balance', 'balance.read', showBalance),
  get('/balance/statement', 'balance.read', showStatement),
  get('/balance/statement.csv', EXPORT_STATEMENT, sendStatement),
];
