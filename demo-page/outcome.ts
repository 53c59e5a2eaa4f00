/** What the buyer is told at the end. `retry`: what the button offers. */
export type Outcome = {
  tone: 'success' | 'waiting' | 'failure';
  title: string;
  text: string;
  action: string;
  retry: 'same-payment' | 'new-order';
};

const BACK = 'Tentar de novo';
const OTHER_CARD = 'Tentar com outro cartão';

const refused = (text: string): Outcome => ({
  tone: 'failure',
  title: 'Pagamento recusado',
  text,
  action: OTHER_CARD,
  retry: 'new-order',
});

const failed = (text: string, retry: Outcome['retry'] = 'new-order'): Outcome => ({
  tone: 'failure',
  title: 'Pagamento não concluído',
  text,
  action: BACK,
  retry,
});

const CLOSED_SHOP = failed(
  'Esta loja não pode receber por cartão agora. Nada foi cobrado. Tente mais tarde.',
);

const STATUSES: { [status: string]: Outcome } = {
  APPROVED: {
    tone: 'success',
    title: 'Pagamento aprovado',
    text: 'Agradecemos a compra! O pedido já está sendo preparado.',
    action: 'Fazer outra compra',
    retry: 'new-order',
  },
  REFUSED: refused('O banco não autorizou a compra. Sua sacola está guardada.'),
  FAILED: failed('O processamento falhou e nada foi cobrado. Sua sacola está guardada.'),
  CANCELED: failed('O pagamento foi cancelado e nada foi cobrado. Sua sacola está guardada.'),
  EXPIRED: failed('O prazo do pagamento terminou e nada foi cobrado. Sua sacola está guardada.'),
};

const ERRORS: { [code: string]: Outcome } = {
  PAYER_LIMIT_REJECTED: refused('O cartão não tem limite para esta compra. Use outro cartão.'),
  INVALID_CVV: refused('O código de segurança não confere. Digite o cartão de novo, com atenção.'),
  REJECTED_BY_RISK: refused('A compra não passou na análise de segurança. Use outro cartão.'),
  PROVIDER_ERROR: failed(
    'A operadora está fora do ar por um momento. Nada foi cobrado: tente de novo em instantes.',
    'same-payment',
  ),
  PAYMENT_SERVICE_UNREACHABLE: failed(
    'O serviço de pagamento não respondeu. Tente de novo: o pedido não é cobrado duas vezes.',
    'same-payment',
  ),
  SHOP_UNREACHABLE: failed(
    'A conexão caiu. Tente de novo: o pedido não é cobrado duas vezes.',
    'same-payment',
  ),
  UNAVAILABLE: failed(
    'O serviço de pagamento está indisponível. Tente de novo em instantes.',
    'same-payment',
  ),
  THREEDS_FAILED: refused('O banco não confirmou que o cartão é seu. Tente com outro cartão.'),
  THREEDS_EXPIRED: failed(
    'O tempo da confirmação acabou. O cartão não foi recusado: tente de novo com ele.',
  ),
  THREEDS_SDK_UNAVAILABLE: failed(
    'A confirmação do banco não abriu e nada foi cobrado. Tente de novo em instantes.',
  ),
  RATE_LIMITED: failed('Muitas tentativas seguidas. Espere um minuto e tente de novo.'),
  KYC_NOT_APPROVED: CLOSED_SHOP,
  COMPANY_BLOCKED: CLOSED_SHOP,
  METHOD_NOT_ENABLED: CLOSED_SHOP,
  UNAUTHORIZED: CLOSED_SHOP,
};

const PENDING: Outcome = {
  tone: 'waiting',
  title: 'Pagamento em análise',
  text: 'O banco ainda não respondeu. Não pague de novo: avisamos assim que houver resposta.',
  action: 'Fazer outra compra',
  retry: 'new-order',
};

/** A status the shop does not know yet is treated as one that is not decided. */
export function outcomeOfStatus(status: string): Outcome {
  return STATUSES[status] ?? PENDING;
}

export function outcomeOfError(code: string): Outcome {
  return ERRORS[code] ?? failed('Algo deu errado e o pagamento não foi feito. Tente de novo.');
}
