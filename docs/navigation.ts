import type { Text } from './language.ts';

/** A page by its file name, which is its address in every language. */
export type NavigationPage = { slug: string; title: Text };
export type NavigationSection = { title: Text; pages: readonly NavigationPage[] };

/** Every page of the site, in reading order. */
export const NAVIGATION: readonly NavigationSection[] = [
  {
    title: { en: 'Start', pt: 'Início' },
    pages: [
      page('quick-start', 'Quick start', 'Primeiros passos'),
      page('three-d-secure', '3-D Secure', '3-D Secure'),
      page('going-live', 'Going live', 'Entrar em produção'),
    ],
  },
  {
    title: { en: 'Functions', pt: 'Funções' },
    pages: [
      page('init', 'init and getConfig', 'init e getConfig'),
      page('mount-payment-element', 'mountPaymentElement', 'mountPaymentElement'),
      page('mount-card-element', 'mountCardElement', 'mountCardElement'),
      page('mount-pix-element', 'mountPixElement', 'mountPixElement'),
      page('process-card-payment', 'processCardPayment', 'processCardPayment'),
      page('prepare-card-payment', 'prepareCardPayment', 'prepareCardPayment'),
      page('prepare-card-payment-hosted', 'prepareCardPaymentHosted', 'prepareCardPaymentHosted'),
      page('build-payin-payload', 'buildPayinPayload', 'buildPayinPayload'),
      page('handle-pending-three-ds', 'handlePendingThreeDS', 'handlePendingThreeDS'),
      page('wrappers', 'React, Vue, custom element', 'React, Vue, elemento personalizado'),
      page('diagnose', 'diagnose and contentSecurityPolicy', 'diagnose e contentSecurityPolicy'),
    ],
  },
  {
    title: { en: 'In your store', pt: 'Na sua loja' },
    pages: [
      page('installments', 'Installments', 'Parcelas'),
      page('next-and-nuxt', 'Next, Nuxt, Express', 'Next, Nuxt, Express'),
      page('apps', 'Apps', 'Apps'),
      page('typescript', 'TypeScript', 'TypeScript'),
      page('theming', 'Theming', 'Aparência'),
      page('content-security-policy', 'Content security policy', 'Política de segurança'),
      page('accessibility', 'Accessibility', 'Acessibilidade'),
      page('pci', 'PCI notes', 'Notas sobre PCI'),
    ],
  },
  {
    title: { en: 'On your server', pt: 'No seu servidor' },
    pages: [
      page('other-methods', 'PIX, boleto, open finance', 'PIX, boleto, open finance'),
      page('payment-pages', 'Payment pages', 'Páginas de pagamento'),
      page('refunds', 'Refunds', 'Reembolsos'),
      page('payouts', 'Payouts', 'Saques'),
      page('lists', 'Lists, balance, statement', 'Consultas, saldo, extrato'),
      page('customers', 'Customers', 'Clientes'),
      page('saved-cards', 'Saved cards', 'Cartões salvos'),
      page('webhooks', 'Webhooks', 'Webhooks'),
    ],
  },
  {
    title: { en: 'For people', pt: 'Para pessoas' },
    pages: [page('dashboard', 'Dashboard', 'Painel')],
  },
  {
    title: { en: 'Reference', pt: 'Referência' },
    pages: [
      page('errors', 'Errors', 'Erros'),
      page('troubleshooting', 'Troubleshooting', 'Solução de problemas'),
      page('testing', 'Testing your checkout', 'Testar o seu checkout'),
      page('sandbox', 'Sandbox', 'Sandbox'),
      page('api-reference', 'API reference', 'Referência da API'),
      page('api-schemas', 'API types', 'Tipos da API'),
      page('sdk-reference', 'SDK reference', 'Referência do SDK'),
      page('versions', 'Versions', 'Versões'),
    ],
  },
  {
    title: { en: 'For operators', pt: 'Para operadores' },
    pages: [
      page('operators', 'To the first payment', 'Até o primeiro pagamento'),
      page('providers', 'Banks and acquirers', 'Bancos e adquirentes'),
      page('provider-efi', 'Efí', 'Efí'),
      page('provider-pix-banks', 'PIX at your bank', 'PIX no seu banco'),
      page('provider-cielo', 'Cielo and Braspag', 'Cielo e Braspag'),
      page('provider-mercadopago', 'Mercado Pago', 'Mercado Pago'),
      page('provider-pagbank', 'PagBank', 'PagBank'),
      page('rehearsed', 'What was rehearsed', 'O que foi ensaiado'),
      page('proving', 'Proving a provider', 'Provar um provedor'),
      page('runbooks', 'Runbooks', 'Runbooks'),
    ],
  },
];

export const PAGES: readonly NavigationPage[] = NAVIGATION.flatMap(({ pages }) => pages);

function page(slug: string, en: string, pt: string): NavigationPage {
  return { slug, title: { en, pt } };
}
