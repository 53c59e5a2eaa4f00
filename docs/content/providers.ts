import type { RoutedMethod, Verified } from '../../service/providers/definition.ts';
import type { Text } from '../language.ts';

/** What a provider can be routed to, as buyers and operators call it. */
export const ROUTED_METHOD_NAMES: { readonly [method in RoutedMethod]: Text } = {
  CREDIT_CARD: { en: 'card', pt: 'cartão' },
  PIX: { en: 'PIX', pt: 'PIX' },
  BOLETO: { en: 'boleto', pt: 'boleto' },
  OPEN_FINANCE: { en: 'open finance', pt: 'open finance' },
  PAYOUT: { en: 'payout by PIX', pt: 'saque por PIX' },
};

/** What was proved of an adapter, in words. */
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
