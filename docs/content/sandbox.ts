import type { ThreeDSResult } from '../../sdk/testing/test-cards.ts';
import type { Text } from '../language.ts';

/** What is special about an account, in Portuguese; the test kit says it in English. */
export const ACCOUNT_TRAITS: { readonly [publicKey: string]: string } = {
  pk_test_no3ds: 'sem 3-D Secure, sem antifraude',
  pk_test_preorder: '3-D Secure antes do pedido',
  pk_test_postorder: '3-D Secure depois do pedido',
  pk_test_manual: 'saques esperam aprovação; sem open finance',
  pk_test_cardonfile: 'cartões salvos, cobrados de novo com o CVV',
  pk_test_company:
    'empresas também pagam, com CNPJ; aceita o seu próprio 3-D Secure; webhooks são tentados por três dias',
  pk_test_interest: 'parcelas com juros, a partir de 4 pagos pelo comprador',
  pk_test_pending: 'cadastro não aprovado: nada pode ser cobrado',
  pk_test_blocked: 'bloqueada pelo serviço: nada pode ser cobrado',
  pk_test_nocard: 'sem pagamento com cartão',
};

export const THREEDS_RESULTS: { readonly [result in ThreeDSResult]: Text } = {
  authenticated: { en: 'authenticated, no challenge', pt: 'autenticado, sem desafio' },
  challenge_authenticated: {
    en: 'challenge, authenticated by code 1234',
    pt: 'desafio, autenticado com o código 1234',
  },
  challenge_refused: {
    en: 'challenge, never authenticated',
    pt: 'desafio, nunca autenticado',
  },
  not_authenticated: { en: 'not authenticated', pt: 'não autenticado' },
  attempted: { en: 'attempted: may be charged', pt: 'tentativa: pode ser cobrado' },
  rejected: { en: 'rejected by the bank', pt: 'rejeitado pelo banco' },
  unavailable: { en: 'bank unavailable', pt: 'banco indisponível' },
  not_supported: { en: 'card without 3-D Secure', pt: 'cartão sem 3-D Secure' },
  system_error: { en: 'system error', pt: 'erro do sistema' },
  silent_method: {
    en: 'waits 10 seconds, then authenticated',
    pt: 'espera 10 segundos, depois autenticado',
  },
};
