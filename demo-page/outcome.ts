import type { Order } from './shop-api.ts';

/** What the buyer is told at the end. `retry`: what the button offers. */
export type Outcome = {
  tone: 'success' | 'waiting' | 'failure' | 'returned';
  title: string;
  text: string;
  action: string;
  retry: 'same-payment' | 'new-order';
};

const BACK = 'Tentar de novo';
const OTHER_CARD = 'Tentar com outro cartão';

function refused(text: string): Outcome {
  return {
    tone: 'failure',
    title: 'Pagamento recusado',
    text,
    action: OTHER_CARD,
    retry: 'new-order',
  };
}

function failed(text: string, retry: Outcome['retry'] = 'new-order'): Outcome {
  return {
    tone: 'failure',
    title: 'Pagamento não concluído',
    text,
    action: BACK,
    retry,
  };
}

const CLOSED_SHOP = failed(
  'Esta loja não pode receber este pagamento agora. Nada foi cobrado. Tente mais tarde.',
);

const AGAIN = 'Fazer outra compra';

function returned(title: string, text: string): Outcome {
  return {
    tone: 'returned',
    title,
    text,
    action: AGAIN,
    retry: 'new-order',
  };
}

const STATUSES: { [status: string]: Outcome } = {
  APPROVED: {
    tone: 'success',
    title: 'Pagamento aprovado',
    text: 'Agradecemos a compra! O pedido já está sendo preparado.',
    action: AGAIN,
    retry: 'new-order',
  },
  REFUNDED: returned(
    'Pagamento devolvido',
    'A loja devolveu o dinheiro pela mesma forma em que ele foi pago.',
  ),
  CHARGEBACK: returned(
    'Compra contestada',
    'O titular contestou a compra no banco. O pedido fica parado até o banco decidir.',
  ),
  MED: returned(
    'Devolução em análise',
    'O banco pediu o PIX de volta pelo mecanismo especial de devolução. O pedido fica parado.',
  ),
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
  SHOP_UNREACHABLE: failed('A conexão caiu antes de o pedido chegar. Tente de novo.'),
  UNAVAILABLE: failed('O serviço de pagamento está indisponível. Tente de novo em instantes.'),
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

function waiting(title: string, text: string, action: string): Outcome {
  return {
    tone: 'waiting',
    title,
    text,
    action,
    retry: 'new-order',
  };
}

/** Nobody told what came of the payment. The button asks for it again, and pays no other. */
export const UNKNOWN: Outcome = {
  ...waiting(
    'Confirmando o pagamento',
    'Ainda não sabemos se ele foi feito. Não pague de novo: consultar não cobra outra vez.',
    'Consultar o pagamento',
  ),
  retry: 'same-payment',
};

const OTHER_WAY = 'Pagar de outra forma';

type Method = NonNullable<Order['paymentMethod']>;

/** A status the shop does not know yet is treated as one that is not decided. */
const PENDING: { [method in Method]: Outcome } = {
  CREDIT_CARD: waiting(
    'Pagamento em análise',
    'O banco ainda não respondeu. Não pague de novo: avisamos assim que houver resposta.',
    AGAIN,
  ),
  PIX: waiting('Pague com PIX', 'Falta só pagar: o pedido é seu assim que o PIX cair.', OTHER_WAY),
  BOLETO: waiting('Boleto gerado', 'O pedido é preparado assim que o boleto for pago.', OTHER_WAY),
  OPEN_FINANCE: waiting(
    'Autorize no seu banco',
    'O seu banco pergunta se pode pagar. Depois de responder, você volta para esta página.',
    OTHER_WAY,
  ),
};

/** Where a method has more to say than the status alone. */
const BY_METHOD: { [method in Method]?: { [status: string]: Outcome } } = {
  PIX: {
    EXPIRED: failed('O prazo do PIX terminou e nada foi cobrado. Gere outro código para pagar.'),
  },
  BOLETO: {
    EXPIRED: failed('O boleto venceu e nada foi cobrado. Gere outro para pagar.'),
  },
  OPEN_FINANCE: {
    REFUSED: {
      ...refused('O pagamento não foi autorizado no banco e nada foi cobrado.'),
      action: BACK,
    },
    CANCELED: failed('O prazo para autorizar no banco terminou e nada foi cobrado.'),
  },
};

/** The outcome to show for an order. */
export function outcomeOf(status: string, paymentMethod: Method = 'CREDIT_CARD'): Outcome {
  return BY_METHOD[paymentMethod]?.[status] ?? STATUSES[status] ?? PENDING[paymentMethod];
}

/** An order that is asked for by its address, while the shop does not answer. */
export const NOT_REACHED: Outcome = {
  ...failed('A conexão caiu antes de o pedido chegar. Nada mudou nele: tente de novo.'),
  title: 'Não foi possível mostrar o pedido',
};

export function outcomeOfError(code: string): Outcome {
  return ERRORS[code] ?? failed('Algo deu errado e o pagamento não foi feito. Tente de novo.');
}
