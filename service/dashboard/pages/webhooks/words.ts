import { pageWords, words } from '../../words/words.ts';

export const WORDS = pageWords({
  intro: [
    'Os eventos que enviamos ao seu servidor, do mais novo ao mais antigo.',
    'The events that we send to your server, newest first.',
  ],
  transaction: ['Pagamento ou saque', 'Payment or payout'],
  createdAt: ['Criado em', 'Created at'],
  lastAttempt: ['Última tentativa', 'Last attempt'],
  attempts: ['Tentativas', 'Attempts'],
  select: ['Selecionar', 'Select'],
  none: ['nenhuma', 'none'],
  all: ['Todos', 'All'],
  any: ['Todas', 'All'],
  filters: ['Filtros', 'Filters'],
  id: ['Id do pagamento ou do saque', 'Id of the payment or payout'],
  empty: ['Nenhum evento encontrado', 'No event was found'],
  noneYet: ['Nenhum evento ainda', 'No events yet'],
  noneYetHint: [
    'Eventos aparecem quando um pagamento ou saque com webhookUrl, ou com um receptor da conta, muda de situação.',
    'Events come when a payment or payout with a webhookUrl, or with a receiver of the account, changes its status.',
  ],
  states: {
    PENDING: ['Aguardando', 'Waiting'],
    DELIVERED: ['Entregue', 'Delivered'],
    UNDELIVERED: ['Não entregue', 'Undelivered'],
  },
  resend: ['Reenviar', 'Send again'],
  resendSelected: ['Reenviar selecionados', 'Send the selected again'],
  nothingSelected: ['Selecione ao menos um evento.', 'Select at least one event.'],
  resent: [
    (count: number) => (count === 1 ? '1 evento reenviado.' : `${count} eventos reenviados.`),
    (count: number) => (count === 1 ? '1 event is sent again.' : `${count} events are sent again.`),
  ],
  undelivered: ['Reenviar não entregues', 'Send undelivered again'],
  undeliveredTitle: [
    'Reenviar os não entregues de um período',
    'Send the undelivered of a period again',
  ],
  undeliveredCount: [
    (count: string) => `Eventos não entregues neste período: ${count}.`,
    (count: string) => `Undelivered events in this period: ${count}.`,
  ],
  undeliveredMost: [
    'São reenviados no máximo 10.000 por vez, dos mais antigos aos mais novos; repita para os demais.',
    'At most 10,000 are sent at a time, the oldest first; do it again for the others.',
  ],
  count: ['Contar', 'Count'],
  resendThese: ['Reenviar estes eventos', 'Send these events again'],
  receivers: ['Receptores', 'Receivers'],
  faultyUrl: [
    'O endereço precisa ser público, com https, na porta 443 ou 8443.',
    'The address has to be public, with https, on port 443 or 8443.',
  ],
  secret: ['Segredo da assinatura', 'Signing secret'],
  test: ['Enviar um teste', 'Send a test'],
  back: ['Voltar aos eventos', 'Back to the events'],
  reload: ['Atualizar', 'Refresh'],
});

export const OUTCOMES = words<Readonly<Record<string, string>>>({
  TIMEOUT: ['Sem resposta em 5 segundos', 'No answer within 5 seconds'],
  CONNECTION_FAILED: ['Sem conexão', 'No connection'],
  ADDRESS_REFUSED: ['Endereço não permitido', 'Address not allowed'],
});
