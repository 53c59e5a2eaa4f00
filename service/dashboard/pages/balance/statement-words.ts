import type { LedgerKind } from '../../../domain/ledger/ledger.ts';
import { pageWords, words } from '../../words/words.ts';

export const KINDS = words<Readonly<Record<LedgerKind, string>>>({
  opening_balance: ['Saldo inicial', 'Opening balance'],
  payin_approved: ['Venda aprovada', 'Sale approved'],
  payin_refunded: ['Venda reembolsada', 'Sale refunded'],
  payin_charged_back: ['Venda contestada', 'Sale contested'],
  payin_med: ['Reembolso do PIX (MED)', 'PIX returned (MED)'],
  payin_restored: ['Venda restituída', 'Sale restored'],
  reserve_released: ['Reserva liberada', 'Reserve released'],
  refund_held: ['Reembolso pedido', 'Refund asked for'],
  refund_done: ['Reembolso concluído', 'Refund completed'],
  refund_released: ['Reembolso desfeito', 'Refund undone'],
  payout_created: ['Saque pedido', 'Payout asked for'],
  payout_completed: ['Saque concluído', 'Payout completed'],
  payout_returned: ['Saque que voltou', 'Payout returned'],
});

export const STATEMENT_WORDS = pageWords({
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
