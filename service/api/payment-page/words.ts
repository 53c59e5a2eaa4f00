import type { Locale } from '../../../contract/locale.ts';
import type { PaymentMethod } from '../../../contract/payments/payment-method.ts';

/** What a buyer reads at a payment page, in Portuguese, English and Spanish. */
const WORDS = {
  payTo: ['Pagamento para', 'Payment to', 'Pago a'],
  language: ['Idioma', 'Language', 'Idioma'],
  order: ['Seu pedido', 'Your order', 'Tu pedido'],
  other: [
    'Frete, descontos e outros',
    'Shipping, discounts and other',
    'Envío, descuentos y otros',
  ],
  total: ['Total', 'Total', 'Total'],
  details: ['Seus dados', 'Your details', 'Tus datos'],
  name: ['Nome completo', 'Full name', 'Nombre completo'],
  document: ['CPF', 'CPF', 'CPF'],
  anyDocument: ['CPF ou CNPJ', 'CPF or CNPJ', 'CPF o CNPJ'],
  email: ['E-mail', 'E-mail', 'Correo electrónico'],
  phone: ['Celular com DDD', 'Mobile with area code', 'Celular con código de área'],
  zipCode: ['CEP', 'Postal code (CEP)', 'Código postal (CEP)'],
  street: ['Rua ou avenida', 'Street', 'Calle o avenida'],
  number: ['Número', 'Number', 'Número'],
  complement: [
    'Complemento (opcional)',
    'Apartment, floor (optional)',
    'Departamento, piso (opcional)',
  ],
  neighborhood: ['Bairro (opcional)', 'Neighbourhood (optional)', 'Barrio (opcional)'],
  city: ['Cidade', 'City', 'Ciudad'],
  state: ['Estado', 'State', 'Estado'],
  address: ['Endereço', 'Address', 'Dirección'],
  payment: ['Pagamento', 'Payment', 'Pago'],
  pay: ['Pagar', 'Pay', 'Pagar'],
  paying: [
    'Pagando… não feche esta página.',
    'Paying… keep this page open.',
    'Pagando… no cierres esta página.',
  ],
  checkField: ['Confira este campo.', 'Check this field.', 'Revisa este campo.'],
  checkFields: [
    'Confira os campos marcados e pague de novo.',
    'Check the marked fields and pay again.',
    'Revisa los campos marcados y paga de nuevo.',
  ],
  failed: [
    'Não foi possível abrir o pagamento. Recarregue a página.',
    'The payment could not be opened. Reload the page.',
    'No se pudo abrir el pago. Recarga la página.',
  ],
  noScript: [
    'Para pagar, permita JavaScript nesta página e recarregue. O pedido e o valor estão acima.',
    'To pay, allow JavaScript for this page and reload it. The order and the amount are above.',
    'Para pagar, permite JavaScript en esta página y recárgala. El pedido y el monto están arriba.',
  ],
  secure: [
    'Os dados do cartão vão direto para o serviço de pagamento. Quem vende não vê o número.',
    'Card data goes straight to the payment service. The seller does not see the number.',
    'Los datos de la tarjeta van directo al servicio de pago. Quien vende no ve el número.',
  ],
  back: ['Voltar para', 'Back to', 'Volver a'],
  paid: ['Pagamento confirmado', 'Payment confirmed', 'Pago confirmado'],
  paidText: [
    'Tudo certo. Guarde este recibo; você pode imprimir.',
    'All done. Keep this receipt; you can print it.',
    'Listo. Guarda este recibo; puedes imprimirlo.',
  ],
  returned: [
    'Pagamento reembolsado ou contestado',
    'Payment refunded or disputed',
    'Pago devuelto o disputado',
  ],
  returnedText: [
    'O valor deste pedido, ou parte dele, foi reembolsado ou está em disputa. Fale com quem vendeu.',
    'The amount of this order, or part of it, was refunded or is in dispute. Contact the seller.',
    'El monto de este pedido, o una parte, fue devuelto o está en disputa. Habla con quien vendió.',
  ],
  method: ['Forma de pagamento', 'Paid by', 'Forma de pago'],
  when: ['Data', 'Date', 'Fecha'],
  reference: ['Pedido', 'Order', 'Pedido'],
  payinId: ['Pagamento', 'Payment', 'Pago'],
  again: ['Fazer outro pagamento', 'Make another payment', 'Hacer otro pago'],
  ended: ['Esta página foi encerrada', 'This page is closed', 'Esta página se cerró'],
  endedText: [
    'Não dá mais para pagar por aqui. Se você ainda quer comprar, peça outro link a quem vende.',
    'You can no longer pay here. If you still want to buy, ask the seller for another link.',
    'Ya no se puede pagar aquí. Si aún quieres comprar, pide otro enlace a quien vende.',
  ],
  expired: ['O prazo para pagar acabou', 'The time to pay is over', 'El plazo para pagar terminó'],
  expiredText: [
    'Nada foi cobrado. Peça um novo link a quem vende.',
    'Nothing was charged. Ask the seller for a new link.',
    'No se cobró nada. Pide un nuevo enlace a quien vende.',
  ],
  unknown: ['Página não encontrada', 'Page not found', 'Página no encontrada'],
  unknownText: [
    'Confira se o link está completo ou peça de novo a quem enviou.',
    'Check that the link is complete, or ask whoever sent it for a new one.',
    'Revisa que el enlace esté completo o pídelo de nuevo a quien lo envió.',
  ],
} as const satisfies Readonly<Record<string, readonly [pt: string, en: string, es: string]>>;

export type PageWords = { readonly [word in keyof typeof WORDS]: string };

const PLACES = { 'pt-BR': 0, en: 1, es: 2 } as const satisfies Record<Locale, number>;

export const LANGUAGE_NAMES = {
  'pt-BR': 'Português',
  en: 'English',
  es: 'Español',
} as const satisfies Record<Locale, string>;

const METHOD_NAMES: Readonly<Record<PaymentMethod, readonly string[]>> = {
  PIX: ['PIX', 'PIX', 'PIX'],
  BOLETO: ['Boleto', 'Boleto', 'Boleto'],
  CREDIT_CARD: ['Cartão', 'Card', 'Tarjeta'],
  OPEN_FINANCE: ['Seu banco', 'Your bank', 'Tu banco'],
};

export function wordsOf(locale: Locale): PageWords {
  const said = Object.entries(WORDS).map(([word, all]) => [word, all[PLACES[locale]]]);
  // Each word has its place in every language, by the type of the table.
  return Object.fromEntries(said) as PageWords;
}

export function methodNameOf(method: PaymentMethod, locale: Locale): string {
  return METHOD_NAMES[method][PLACES[locale]] ?? method;
}
