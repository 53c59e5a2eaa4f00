import { toBalance } from '../../ledger/balance.ts';
import { permissionOf } from '../../people/roles.ts';
import { Facts, Table } from '../parts/table.tsx';
import { money } from '../parts/values.ts';
import type { Visit } from '../route.ts';
import type { DashboardServices } from '../services.ts';
import { words } from '../words.ts';

const WORDS = words({
  'pt-BR': {
    title: 'Saldo',
    available: 'Disponível',
    account: 'Conta',
    meaning: 'O que é',
    amount: 'Valor',
    reserved: 'Retido',
    inFlight: 'A caminho',
    debt: 'Devido',
    fees: 'Tarifas cobradas',
    recipient: 'Recebedor: ',
    meanings: {
      available: 'Pode ser sacado agora.',
      reserved: 'Parte de vendas aprovadas, guardada até o prazo da reserva.',
      inFlight: 'Saiu do disponível para saques e reembolsos que ainda não terminaram.',
      debt: 'Falta cobrir de vendas devolvidas; o que entrar paga isto primeiro.',
      fees: 'Soma das tarifas cobradas desde o começo.',
      recipient: 'Parte deste recebedor em vendas divididas.',
    },
    statement: 'Ver o extrato',
    payout: 'Novo saque',
  },
  en: {
    title: 'Balance',
    available: 'Available',
    account: 'Account',
    meaning: 'What it is',
    amount: 'Amount',
    reserved: 'Held back',
    inFlight: 'On its way',
    debt: 'Owed',
    fees: 'Fees charged',
    recipient: 'Recipient: ',
    meanings: {
      available: 'Can be paid out now.',
      reserved: 'A part of approved sales, kept until the reserve is due.',
      inFlight: 'Taken from what is available for payouts and refunds that have not ended.',
      debt: 'Not yet covered of sales that went back; what comes in pays this first.',
      fees: 'All fees charged since the beginning.',
      recipient: 'What this recipient has of split sales.',
    },
    statement: 'See the statement',
    payout: 'New payout',
  },
});

/** What the company has at this moment, by account of its ledger. */
export async function showBalance(visit: Visit, services: DashboardServices): Promise<Response> {
  const { companyId, language } = visit;
  const text = WORDS[language];
  const amounts = await services.ledger.readBalances(companyId);
  const { available, reserved, inFlight, debt, recipients } = toBalance(amounts);
  const own = { available, reserved, inFlight, debt, fees: amounts.fees ?? 0 };
  const names = ['available', 'reserved', 'inFlight', 'debt', 'fees'] as const;
  const rows = [
    ...names.map((name) => [text[name], text.meanings[name], money(own[name], language)]),
    ...recipients.map(({ recipientId, amount }) => [
      `${text.recipient}${recipientId}`,
      text.meanings.recipient,
      money(amount, language),
    ]),
  ];
  const columns = [
    { name: text.account },
    { name: text.meaning },
    { name: text.amount, isNumber: true },
  ];
  const body = (
    <>
      <Facts facts={[[text.available, <strong>{money(available, language)}</strong>]]} />
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
