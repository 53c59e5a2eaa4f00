import type { DeclineReason } from '../../../../contract/decline-reason.ts';
import type { PayinSummary } from '../../../domain/summaries/payin-summary.ts';
import { words } from '../../words/words.ts';

export const REASON_NAMES = words<Record<DeclineReason, string>>({
  'pt-BR': {
    insufficient_funds: 'Saldo insuficiente',
    limit_exceeded: 'Limite excedido',
    card_expired: 'Cartão vencido',
    card_blocked: 'Cartão bloqueado',
    invalid_card: 'Cartão inválido',
    invalid_cvv: 'Código de segurança errado',
    suspected_fraud: 'Suspeita de fraude',
    not_allowed: 'Compra não permitida',
    tries_exceeded: 'Tentativas demais',
    retry_not_allowed: 'Nova tentativa não permitida',
    not_authenticated: 'Comprador não autenticado',
    issuer_unavailable: 'Banco emissor fora do ar',
    do_not_honour: 'Recusado sem motivo do banco',
  },
  en: {
    insufficient_funds: 'Not enough funds',
    limit_exceeded: 'Limit exceeded',
    card_expired: 'Card expired',
    card_blocked: 'Card blocked',
    invalid_card: 'Invalid card',
    invalid_cvv: 'Wrong security code',
    suspected_fraud: 'Suspected fraud',
    not_allowed: 'Purchase not allowed',
    tries_exceeded: 'Too many tries',
    retry_not_allowed: 'No further try allowed',
    not_authenticated: 'Buyer not authenticated',
    issuer_unavailable: 'Issuing bank unavailable',
    do_not_honour: 'Refused without a reason',
  },
});

export const AUTHENTICATION_NAMES = words<
  Record<PayinSummary['authentications'][number]['status'], string>
>({
  'pt-BR': {
    AUTHENTICATED: 'Autenticados',
    ATTEMPTED: 'Banco não participou; aceito como tentativa',
    FAILED: 'Falharam',
    EXPIRED: 'O tempo acabou',
    OPEN: 'Em andamento',
  },
  en: {
    AUTHENTICATED: 'Authenticated',
    ATTEMPTED: 'The bank took no part; taken as attempted',
    FAILED: 'Failed',
    EXPIRED: 'Time ran out',
    OPEN: 'Under way',
  },
});

export const PAYMENT_WORDS = words({
  'pt-BR': {
    figures: 'Pagamentos em resumo',
    today: 'Aprovado hoje',
    lastDays: 'Aprovado em 30 dias',
    approvedCount: (count: number) =>
      count === 1 ? '1 pagamento' : `${count.toLocaleString('pt-BR')} pagamentos`,
    cardRate: 'Aprovação de cartões',
    cardRateHint: 'dos decididos em 30 dias',
    disputed: 'Contestados em 30 dias',
    byDay: 'Aprovado por dia',
    byDayDescription: (amount: string, count: string) =>
      `Barras empilhadas por meio de pagamento; ${amount} em ${count} pagamentos aprovados ao todo.`,
    rateByDay: 'Aprovação de cartões, média de 7 dias',
    rateDescription: (rate: string) => `Linha de 0% a 100%; ${rate} nos 30 dias.`,
    day: 'Dia',
    rate: 'Aprovação',
    refusals: 'Por que cartões foram recusados',
    noRefusals: 'Nenhum cartão recusado em 30 dias.',
    reason: 'Motivo',
    count: 'Quantidade',
    authentications: '3-D Secure em 30 dias',
    outcome: 'Resultado',
    challenged: 'com confirmação no banco',
    frictionless: 'sem pedir nada ao comprador',
    byMethod: 'Por meio de pagamento, em 30 dias',
    method: 'Meio',
    todayColumn: 'Hoje',
    approved: 'Aprovados',
    approvedAmount: 'Valor aprovado',
    refused: 'Recusados',
    unpaid: 'Não pagos',
    open: 'Em aberto',
  },
  en: {
    figures: 'Payments in short',
    today: 'Approved today',
    lastDays: 'Approved in 30 days',
    approvedCount: (count: number) =>
      count === 1 ? '1 payment' : `${count.toLocaleString('en')} payments`,
    cardRate: 'Card approval',
    cardRateHint: 'of those decided in 30 days',
    disputed: 'Disputed in 30 days',
    byDay: 'Approved by day',
    byDayDescription: (amount: string, count: string) =>
      `Bars stacked by method; ${amount} in ${count} approved payments altogether.`,
    rateByDay: 'Card approval, average of 7 days',
    rateDescription: (rate: string) => `A line from 0% to 100%; ${rate} in the 30 days.`,
    day: 'Day',
    rate: 'Approval',
    refusals: 'Why cards were refused',
    noRefusals: 'No card refused in 30 days.',
    reason: 'Reason',
    count: 'Count',
    authentications: '3-D Secure in 30 days',
    outcome: 'Outcome',
    challenged: 'with a challenge',
    frictionless: 'frictionless',
    byMethod: 'By method, in 30 days',
    method: 'Method',
    todayColumn: 'Today',
    approved: 'Approved',
    approvedAmount: 'Amount approved',
    refused: 'Refused',
    unpaid: 'Not paid',
    open: 'Open',
  },
});
