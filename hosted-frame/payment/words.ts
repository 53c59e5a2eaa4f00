import type { Locale } from '../../contract/locale.ts';
import type { PaymentMethod } from '../../contract/payments/payment-method.ts';

/** What the buyer reads while they choose how to pay. */
export type ChoiceWords = {
  title: string;
  methods: { readonly [method in PaymentMethod]: string };
  /** What follows from a method that asks nothing of the buyer. */
  about: { readonly [method in Exclude<PaymentMethod, 'CREDIT_CARD'>]: string };
  bank: string;
  noneFound: string;
  noBank: string;
  again: string;
};

export const CHOICE_WORDS: Record<Locale, ChoiceWords> = {
  'pt-BR': {
    title: 'Como você quer pagar?',
    methods: { CREDIT_CARD: 'Cartão', PIX: 'PIX', BOLETO: 'Boleto', OPEN_FINANCE: 'Seu banco' },
    about: {
      PIX: 'Você recebe um código e paga no app do seu banco. A confirmação é na hora.',
      BOLETO: 'Você recebe um boleto. O banco leva até dois dias úteis para confirmar.',
      OPEN_FINANCE: 'Você autoriza o pagamento no seu banco e volta para a loja.',
    },
    bank: 'Procure o seu banco',
    noneFound: 'Nenhum banco com esse nome.',
    noBank: 'Escolha o seu banco.',
    again: 'Pagar de outro jeito',
  },
  en: {
    title: 'How do you want to pay?',
    methods: { CREDIT_CARD: 'Card', PIX: 'PIX', BOLETO: 'Boleto', OPEN_FINANCE: 'Your bank' },
    about: {
      PIX: 'You get a code and pay it in your bank app. It is confirmed at once.',
      BOLETO: 'You get a boleto. The bank takes up to two business days to confirm it.',
      OPEN_FINANCE: 'You authorize the payment at your bank and come back to the store.',
    },
    bank: 'Find your bank',
    noneFound: 'No bank with that name.',
    noBank: 'Choose your bank.',
    again: 'Pay another way',
  },
  es: {
    title: '¿Cómo quieres pagar?',
    methods: { CREDIT_CARD: 'Tarjeta', PIX: 'PIX', BOLETO: 'Boleto', OPEN_FINANCE: 'Tu banco' },
    about: {
      PIX: 'Recibes un código y pagas en la app de tu banco. Se confirma al instante.',
      BOLETO: 'Recibes un boleto. El banco tarda hasta dos días hábiles en confirmarlo.',
      OPEN_FINANCE: 'Autorizas el pago en tu banco y vuelves a la tienda.',
    },
    bank: 'Busca tu banco',
    noneFound: 'Ningún banco con ese nombre.',
    noBank: 'Elige tu banco.',
    again: 'Pagar de otra forma',
  },
};
