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

/** What each setting is, in Portuguese; its definition says it in English. */
export const SETTINGS_IN_PORTUGUESE: { readonly [name: string]: string } = {
  'client-id': 'o client_id da aplicação',
  'client-secret': 'o client_secret da aplicação',
  'application-key': 'a chave com que toda chamada identifica a aplicação (gw-dev-app-key)',
  'account-number': 'o número da conta, só dígitos',
  'pix-key': 'a chave PIX que recebe, uma das chaves da conta',
  'merchant-city': 'a cidade que o pagador vê; contam no máximo 15 letras',
  certificate: 'certificado e chave em um só arquivo (.p12 ou .pfx), como o banco entrega',
  'certificate-password': 'a senha desse arquivo; deixe fora quando ele não tem senha',
  'certificate-pem': 'no lugar desse arquivo: só o certificado (.crt ou .pem)',
  'key-pem': 'junto com certificate-pem: a chave privada dele (.key ou .pem)',
  'return-address':
    'para open finance: a página https da loja para onde o comprador volta depois do banco',
  'merchant-id':
    'o MerchantId, um GUID; peça também à adquirente que bloqueie pedidos repetidos desta loja',
  'merchant-key': 'a MerchantKey, 40 letras e dígitos; a do sandbox é outra',
  'notice-header':
    'no formato <nome>:<valor>, o cabeçalho que o suporte foi instruído a pôr nos avisos; sem ele, ' +
    'qualquer um pode fazer um pagamento ser consultado, e nada além disso',
  'payment-provider':
    'a adquirente por trás, com o nome que a Braspag usa: Cielo30, Rede2, Getnet, Stone, Safra2, Simulado',
  'access-token':
    'O access token: painel de desenvolvedores, "Suas integrações", a aplicação, "Credenciais". ' +
    'Começa com APP_USR- em produção e com TEST- no sandbox. Antes, pergunte ao Mercado Pago se a ' +
    'conta pode criar tokens de cartão pelo próprio servidor.',
  'webhook-secret':
    'O segredo dos avisos: no mesmo painel, "Webhooks", depois de digitar ali o endereço dos avisos ' +
    'e escolher "Pagamentos".',
  'three-d-secure':
    'on: o Mercado Pago pode pedir que o comprador confirme no banco dele, nas empresas com 3-D ' +
    'Secure depois do pedido. Foi testado em um navegador com a página do banco que a documentação ' +
    'deles descreve, nunca com um banco de verdade: pague uma vez com um cartão seu antes dos ' +
    'compradores. off, ou sem ela: não pede.',
  token:
    'O token da conta, no PagBank em Vendas, Integrações; o do sandbox é outro, em ' +
    'portaldev.pagbank.com.br. Os avisos também são assinados com ele.',
  'card-data':
    'plain, quando o PagBank liberou a conta para números de cartão (peça, com o certificado PCI ' +
    'DSS; sem isso toda cobrança é recusada com 403); ou encrypted, com a chave pública da conta, ' +
    'que é buscada. Se ficar de fora: plain.',
};
