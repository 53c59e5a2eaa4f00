import type { LoggedAct } from '../../../acts/acts.ts';
import type { PersonalAct } from '../../../domain/people/people-log.ts';
import type { Language } from '../../words/words.ts';
import { words } from '../../words/words.ts';

/** `payin refund`: what `refund record` was called. */
type OtherAct = 'charge.reverse' | 'payin refund' | 'payin.refund' | 'sandbox fill';

const NAMES = words<Readonly<Record<LoggedAct | PersonalAct | OtherAct, string>>>({
  'card delete': ['Cartão salvo apagado', 'Saved card deleted'],
  'card end-without-consent': [
    'Cartões sem consentimento apagados',
    'Cards without consent deleted',
  ],
  'card list-without-consent': [
    'Cartões sem consentimento consultados',
    'Cards without consent looked at',
  ],
  'company set-consent-text': [
    'Texto para salvar cartões alterado',
    'Text for saving cards changed',
  ],
  'charge.reverse': ['Cobrança tardia reembolsada', 'Late charge given back'],
  'company add-origin': ['Origem registrada', 'Origin registered'],
  'company block': ['Conta bloqueada', 'Account blocked'],
  'company create': ['Conta criada', 'Account created'],
  'company remove-origin': ['Origem removida', 'Origin removed'],
  'company set-banks': ['Bancos do Open Finance definidos', 'Banks of open finance set'],
  'company set-capabilities': ['Recursos da conta alterados', 'Capabilities changed'],
  'company set-card': ['Cartões liberados ou retirados', 'Cards enabled or taken away'],
  'company set-fees': ['Tarifas alteradas', 'Fees changed'],
  'company set-installments': ['Parcelamento alterado', 'Installments changed'],
  'company set-kyc': ['Verificação de identidade alterada', 'Identity check changed'],
  'company set-methods': ['Meios de pagamento alterados', 'Payment methods changed'],
  'company set-origins': ['Origens registradas', 'Origins registered'],
  'company set-payout-approval': ['Aprovação de saques alterada', 'Approval of payouts changed'],
  'company set-reserve': ['Reserva alterada', 'Reserve changed'],
  'company set-sub-merchant': ['Dados de quem vende alterados', 'Data of who sells changed'],
  'company set-webhook-schedule': ['Reenvio de eventos alterado', 'Resending of events changed'],
  'company unblock': ['Conta desbloqueada', 'Account unblocked'],
  'customer erase': ['Dados de cliente apagados', 'Customer data erased'],
  'customer export': ['Dados de cliente exportados', 'Customer data exported'],
  'event list': ['Eventos de um pagamento consultados', 'Events of a payment looked at'],
  'event resend': ['Evento reenviado', 'Event resent'],
  'event test': ['Evento de teste enviado', 'Test event sent'],
  'key create': ['Par de chaves criado', 'Key pair created'],
  'key revoke': ['Par de chaves revogado', 'Key pair revoked'],
  'orphan mark-returned': [
    'Cobrança sem dono dada como reembolsada',
    'Orphan charge marked as returned',
  ],
  'underpaid return': ['Pagamento a menor reembolsado', 'Payment of too little given back'],
  'page make': ['Página de pagamento criada', 'Payment page made'],
  'page end': ['Página de pagamento encerrada', 'Payment page ended'],
  'payin find': ['Pagamentos procurados', 'Payments searched for'],
  'payin cancel': ['Pagamento cancelado', 'Payment cancelled'],
  'payin look-up': ['Pagamento consultado no provedor', 'Payment looked up at its provider'],
  'payin dispute': ['Contestação lançada', 'Dispute entered'],
  'payin end-dispute': ['Fim de contestação lançado', 'End of a dispute entered'],
  'payin return': ['Reembolso lançado', 'Return entered'],
  'payin undo-return': ['Reembolso desfeito', 'Return undone'],
  'payin refund': ['Pagamento reembolsado', 'Payment refunded'],
  'payin.refund': ['Reembolso pela API', 'Refund by the API'],
  'payout approve': ['Saque aprovado', 'Payout approved'],
  'payout cancel': ['Saque recusado', 'Payout refused'],
  'payments export': ['Pagamentos baixados em arquivo', 'Payments taken as a file'],
  'payout create': ['Saque criado', 'Payout created'],
  'payouts export': ['Saques baixados em arquivo', 'Payouts taken as a file'],
  'provider add': ['Credenciais de provedor guardadas', 'Provider credentials stored'],
  'provider connect': ['Avisos de provedor ligados', 'Provider notices connected'],
  'provider remove': ['Credenciais de provedor destruídas', 'Provider credentials destroyed'],
  'provider rotate': ['Credenciais de provedor trocadas', 'Provider credentials rotated'],
  'provider reconcile': [
    'Pagamentos comparados com o provedor',
    'Payments compared with a provider',
  ],
  'provider prove': ['Prova em provedor guardada', 'Proof at a provider kept'],
  'provider test': ['Credenciais de provedor testadas', 'Provider credentials tested'],
  'receiver remove': ['Receptor de eventos removido', 'Receiver of events removed'],
  'receiver set': ['Receptor de eventos definido', 'Receiver of events set'],
  'refund create': ['Reembolso pedido', 'Refund asked for'],
  'refund record': ['Reembolso feito fora registrado', 'Refund made elsewhere recorded'],
  'route remove': ['Rota removida', 'Route removed'],
  'route set': ['Rota definida', 'Route set'],
  'sandbox fill': ['Pagamentos de exemplo criados', 'Sample payments made'],
  'signing activate': ['Assinatura de webhooks ligada', 'Webhook signing turned on'],
  'signing deactivate': ['Assinatura de webhooks desligada', 'Webhook signing turned off'],
  'signing rotate': ['Segredo dos webhooks trocado', 'Webhook secret rotated'],
  'statement export': ['Extrato baixado em arquivo', 'Statement taken as a file'],
  'user accept-invitation': ['Convite aceito', 'Invitation accepted'],
  'user change-password': ['Senha trocada', 'Password changed'],
  'user end-session': ['Sessão encerrada', 'Session ended'],
  'user end-sessions': ['Outras sessões encerradas', 'Other sessions ended'],
  'user add-passkey': ['Chave de acesso adicionada', 'Passkey added'],
  'user invite': ['Pessoa convidada', 'Person invited'],
  'user prove': ['Identidade confirmada de novo', 'Identity proved again'],
  'user remove': ['Pessoa removida', 'Person removed'],
  'user remove-app': ['Aplicativo de códigos retirado', 'Authenticator app removed'],
  'user renew-recovery-codes': ['Novos códigos de recuperação', 'New recovery codes'],
  'user renew-invitation': ['Novo link de convite', 'New link of an invitation'],
  'user set-app': ['Aplicativo de códigos definido', 'Authenticator app set'],
  'user remove-passkey': ['Chave de acesso removida', 'Passkey removed'],
  'user rename-passkey': ['Chave de acesso renomeada', 'Passkey renamed'],
  'user set-role': ['Papel de pessoa alterado', 'Role of a person changed'],
  'user sign-in': ['Entrada', 'Sign-in'],
  'user sign-out': ['Saída', 'Sign-out'],
  'company show': ['Conta vista', 'Account seen'],
  'kek status': ['Chaves de cifragem vistas', 'Encryption keys seen'],
  'orphan list': ['Cobranças sem dono vistas', 'Orphan charges seen'],
  'underpaid list': ['Pagamentos a menor vistos', 'Payments of too little seen'],
  'provider list': ['Provedores vistos', 'Providers seen'],
  reconcile: ['Livro-razão conferido', 'Ledger checked'],
  'settlement import': ['Extrato de provedor importado', "Provider's statement imported"],
  'route list': ['Rotas vistas', 'Routes seen'],
  'audit list': ['Auditoria vista', 'Audit seen'],
  backup: ['Cópia de segurança feita', 'Backup made'],
  'balance show': ['Saldo visto', 'Balance seen'],
  'company list': ['Contas vistas', 'Accounts seen'],
  'database distribute': ['Banco de dados distribuído', 'Database distributed'],
  'event undelivered': ['Eventos não entregues vistos', 'Undelivered events seen'],
  'kek rotate': ['Chave de cifragem trocada', 'Encryption key rotated'],
  'key list': ['Chaves vistas', 'Keys seen'],
  'payin list': ['Pagamentos vistos', 'Payments seen'],
  'payin show': ['Pagamento visto', 'Payment seen'],
  'payin support': ['Pagamento visto pelo suporte', 'Payment seen by support'],
  'payout list': ['Saques vistos', 'Payouts seen'],
  'receiver list': ['Receptores de eventos vistos', 'Receivers of events seen'],
  'refund list': ['Reembolsos vistos', 'Refunds seen'],
  restore: ['Cópia de segurança restaurada', 'Backup restored'],
  'receivable list': ['Valores a receber das adquirentes vistos', 'Dues of acquirers seen'],
  'statement show': ['Extrato visto', 'Statement seen'],
  'user list': ['Pessoas vistas', 'People seen'],
});

/** One that is not known any more is said as the log has it. */
export function actName(action: string, language: Language): string {
  const names: Readonly<Record<string, string>> = NAMES[language];
  return names[action] ?? action;
}

const ACTORS = words({
  merchant: ['API', 'API'],
  service: ['serviço', 'service'],
  operator: ['operador', 'operator'],
});

/** Decision: of whoever runs the service a company learns that it was an operator, and no name. */
export function whoDid(actor: string, people: ReadonlyMap<string, string>, language: Language) {
  const { operator, ...known } = ACTORS[language];
  return people.get(actor) ?? new Map(Object.entries(known)).get(actor) ?? operator;
}
