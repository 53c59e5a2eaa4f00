import { permissionOf } from '../../../domain/people/roles.ts';
import { Facts, ofNumbers, Table } from '../../framework/parts/table.tsx';
import { money } from '../../framework/parts/values.ts';
import type { Visit } from '../../framework/route.ts';
import type { DashboardServices } from '../../framework/services.ts';
import { words } from '../../words/words.ts';
import { accountName, shownAccounts, shownAmount } from './account-names.ts';

const WORDS = words({
  title: ['Saldo', 'Balance'],
  account: ['Conta', 'Account'],
  meaning: ['O que é', 'What it is'],
  amount: ['Valor', 'Amount'],
  meanings: {
    available: ['Pode ser sacado agora.', 'Can be paid out now.'],
    reserve: [
      'Parte de vendas aprovadas, guardada até o prazo da reserva.',
      'A part of approved sales, kept until the reserve is due.',
    ],
    in_flight: [
      'Saiu do disponível para saques e reembolsos que ainda não terminaram.',
      'Taken from what is available for payouts and refunds that have not ended.',
    ],
    debt: [
      'Falta cobrir de vendas devolvidas; o que entrar paga isto primeiro.',
      'Not yet covered of sales that went back; what comes in pays this first.',
    ],
    fees: ['Soma das tarifas cobradas desde o começo.', 'All fees charged since the beginning.'],
    recipient: [
      'Parte deste recebedor em vendas divididas.',
      'What this recipient has of split sales.',
    ],
  },
  statement: ['Ver o extrato', 'See the statement'],
  payout: ['Novo saque', 'New payout'],
});

/** What the company has at this moment, by account of its ledger. */
export async function showBalance(visit: Visit, services: DashboardServices): Promise<Response> {
  const { companyId, language } = visit;
  const text = WORDS[language];
  const amounts = await services.ledger.readBalances(companyId);
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
  const body = (
    <>
      <Facts facts={[[accountName('available', language), <strong>{available}</strong>]]} />
      <p class="actions">
        <a class="button" href="/balance/statement">
          {text.statement}
        </a>
        {permissionOf(visit.user.role, 'payouts.create') === 'no' ? null : (
          <a href="/payouts/new">{text.payout}</a>
        )}
      </p>
      <Table caption={text.title} columns={columns} rows={rows} />
    </>
  );
  return visit.page(text.title, body);
}
