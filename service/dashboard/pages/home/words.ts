import type { DeclineReason } from '../../../../contract/errors/decline-reason.ts';
import type { PayinSummary } from '../../../domain/summaries/payin-summary.ts';
import { pageWords, words } from '../../words/words.ts';

export const REASON_NAMES = words<Record<DeclineReason, string>>({
  insufficient_funds: ['Saldo insuficiente', 'Not enough funds'],
  limit_exceeded: ['Limite excedido', 'Limit exceeded'],
  card_expired: ['Cartão vencido', 'Card expired'],
  card_blocked: ['Cartão bloqueado', 'Card blocked'],
  invalid_card: ['Cartão inválido', 'Invalid card'],
  invalid_cvv: ['Código de segurança errado', 'Wrong security code'],
  suspected_fraud: ['Suspeita de fraude', 'Suspected fraud'],
  not_allowed: ['Compra não permitida', 'Purchase not allowed'],
  tries_exceeded: ['Tentativas demais', 'Too many tries'],
  retry_not_allowed: ['Nova tentativa não permitida', 'No further try allowed'],
  not_authenticated: ['Comprador não autenticado', 'Buyer not authenticated'],
  issuer_unavailable: ['Banco emissor fora do ar', 'Issuing bank unavailable'],
  do_not_honour: ['Recusado sem motivo do banco', 'Refused without a reason'],
});

export const AUTHENTICATION_NAMES = words<
  Record<PayinSummary['authentications'][number]['status'], string>
>({
  AUTHENTICATED: ['Autenticados', 'Authenticated'],
  ATTEMPTED: [
    'Banco não participou; aceito como tentativa',
    'The bank took no part; taken as attempted',
  ],
  FAILED: ['Falharam', 'Failed'],
  EXPIRED: ['O tempo acabou', 'Time ran out'],
  OPEN: ['Em andamento', 'Under way'],
});

export const PAYMENT_WORDS = pageWords({
  figures: ['Pagamentos em resumo', 'Payments in short'],
  today: ['Aprovado hoje', 'Approved today'],
  lastDays: ['Aprovado em 30 dias', 'Approved in 30 days'],
  approvedCount: [
    (count: number) =>
      count === 1 ? '1 pagamento' : `${count.toLocaleString('pt-BR')} pagamentos`,
    (count: number) => (count === 1 ? '1 payment' : `${count.toLocaleString('en')} payments`),
  ],
  cardRate: ['Aprovação de cartões', 'Card approval'],
  cardRateHint: ['dos decididos em 30 dias', 'of those decided in 30 days'],
  disputed: ['Contestados em 30 dias', 'Disputed in 30 days'],
  byDay: ['Aprovado por dia', 'Approved by day'],
  byDayDescription: [
    (amount: string, count: string) =>
      `Barras empilhadas por meio de pagamento; ${amount} em ${count} pagamentos aprovados ao todo.`,
    (amount: string, count: string) =>
      `Bars stacked by method; ${amount} in ${count} approved payments altogether.`,
  ],
  rateByDay: ['Aprovação de cartões, média de 7 dias', 'Card approval, average of 7 days'],
  rateDescription: [
    (rate: string) => `Linha de 0% a 100%; ${rate} nos 30 dias.`,
    (rate: string) => `A line from 0% to 100%; ${rate} in the 30 days.`,
  ],
  day: ['Dia', 'Day'],
  rate: ['Aprovação', 'Approval'],
  refusals: ['Por que cartões foram recusados', 'Why cards were refused'],
  noRefusals: ['Nenhum cartão recusado em 30 dias.', 'No card refused in 30 days.'],
  count: ['Quantidade', 'Count'],
  authentications: ['3-D Secure em 30 dias', '3-D Secure in 30 days'],
  challenged: ['com confirmação no banco', 'with a challenge'],
  frictionless: ['sem pedir nada ao comprador', 'frictionless'],
  byMethod: ['Por meio de pagamento, em 30 dias', 'By method, in 30 days'],
  todayColumn: ['Hoje', 'Today'],
  approved: ['Aprovados', 'Approved'],
  approvedAmount: ['Valor aprovado', 'Amount approved'],
  refused: ['Recusados', 'Refused'],
  unpaid: ['Não pagos', 'Not paid'],
  open: ['Em aberto', 'Open'],
});
