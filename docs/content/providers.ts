import type { PaymentStep, RoutedMethod, Verified } from '../../service/providers/definition.ts';
import type { Text } from '../language.ts';

/** What a provider can be routed to, as buyers and operators call it. */
export const ROUTED_METHOD_NAMES: { readonly [method in RoutedMethod]: Text } = {
  CREDIT_CARD: { en: 'card', pt: 'cartão' },
  PIX: { en: 'PIX', pt: 'PIX' },
  BOLETO: { en: 'boleto', pt: 'boleto' },
  OPEN_FINANCE: { en: 'open finance', pt: 'open finance' },
  PAYOUT: { en: 'payout by PIX', pt: 'saque por PIX' },
};

export const VERIFIED: { readonly [proof in Verified]: Text } = {
  'offline-contract': {
    en: 'held against documents; it never met the real party',
    pt: 'conferido com documentos; nunca falou com a instituição de verdade',
  },
  sandbox: {
    en: "tried in the party's own sandbox; no real money",
    pt: 'testado no sandbox da própria instituição; sem dinheiro de verdade',
  },
  production: { en: 'tried with real money', pt: 'testado com dinheiro de verdade' },
};

export const STEP_NAMES: { readonly [step in PaymentStep]: Text } = {
  paid: { en: 'paid', pt: 'pago' },
  cancelled: { en: 'cancelled', pt: 'cancelado' },
  refunded: { en: 'refunded', pt: 'reembolsado' },
  given_back: {
    en: "given back at the provider's pages",
    pt: 'reembolsado nas páginas do provedor',
  },
  med: { en: 'MED', pt: 'MED' },
  disputed: { en: 'charge-back', pt: 'chargeback' },
};
