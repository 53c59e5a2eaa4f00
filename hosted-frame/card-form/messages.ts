import type { CardField, FieldProblem } from '../../contract/frame/card-calls.ts';
import type { Locale } from '../../contract/locale.ts';

/** What the buyer reads. In `cvv` a `#` stands for the count of digits of the card's brand. */
export type Messages = {
  title: string;
  labels: Record<CardField, string>;
  expiryPlaceholder: string;
  problems: {
    [field in CardField]: Partial<Record<FieldProblem, string>> & { invalid: string };
  };
  installments: { single: string; equal: string; uneven: string };
};

export const MESSAGES: Record<Locale, Messages> = {
  'pt-BR': {
    title: 'Dados do cartão',
    labels: {
      holderName: 'Nome no cartão',
      number: 'Número do cartão',
      expiry: 'Validade',
      cvv: 'CVV',
      installments: 'Parcelas',
    },
    expiryPlaceholder: 'MM/AA',
    problems: {
      holderName: {
        required: 'Digite o nome como está no cartão',
        invalid: 'Use só o nome que está no cartão',
      },
      number: {
        required: 'Digite o número do cartão',
        incomplete: 'Faltam números do cartão',
        invalid: 'Confira o número do cartão',
        unsupported: 'Não aceitamos este cartão. Use outro',
      },
      expiry: {
        required: 'Digite a validade',
        incomplete: 'Digite mês e ano',
        invalid: 'Confira a validade',
        expired: 'Cartão vencido. Use outro',
      },
      cvv: { required: 'Digite o CVV', invalid: 'O CVV tem # dígitos' },
      installments: { invalid: 'Escolha as parcelas' },
    },
    installments: {
      single: '1x de {first} à vista',
      equal: '{count}x de {first}',
      uneven: '{count}x: 1ª de {first} + {others} de {other}',
    },
  },
  en: {
    title: 'Card details',
    labels: {
      holderName: 'Name on card',
      number: 'Card number',
      expiry: 'Expiry date',
      cvv: 'CVV',
      installments: 'Installments',
    },
    expiryPlaceholder: 'MM/YY',
    problems: {
      holderName: {
        required: 'Enter the name as it is on the card',
        invalid: 'Use only the name on the card',
      },
      number: {
        required: 'Enter the card number',
        incomplete: 'Some digits are missing',
        invalid: 'Check the card number',
        unsupported: 'We do not take this card. Use another',
      },
      expiry: {
        required: 'Enter the expiry date',
        incomplete: 'Enter month and year',
        invalid: 'Check the expiry date',
        expired: 'Card expired. Use another',
      },
      cvv: { required: 'Enter the CVV', invalid: 'The CVV has # digits' },
      installments: { invalid: 'Choose the installments' },
    },
    installments: {
      single: '1x of {first} in full',
      equal: '{count}x of {first}',
      uneven: '{count}x: first of {first} + {others} of {other}',
    },
  },
  es: {
    title: 'Datos de la tarjeta',
    labels: {
      holderName: 'Nombre en la tarjeta',
      number: 'Número de tarjeta',
      expiry: 'Vencimiento',
      cvv: 'CVV',
      installments: 'Cuotas',
    },
    expiryPlaceholder: 'MM/AA',
    problems: {
      holderName: {
        required: 'Escribe el nombre de la tarjeta',
        invalid: 'Usa solo el nombre de la tarjeta',
      },
      number: {
        required: 'Escribe el número de tarjeta',
        incomplete: 'Faltan números de la tarjeta',
        invalid: 'Revisa el número de tarjeta',
        unsupported: 'No aceptamos esta tarjeta. Usa otra',
      },
      expiry: {
        required: 'Escribe la fecha',
        incomplete: 'Escribe mes y año',
        invalid: 'Revisa la fecha',
        expired: 'Tarjeta vencida. Usa otra',
      },
      cvv: { required: 'Escribe el CVV', invalid: 'El CVV tiene # dígitos' },
      installments: { invalid: 'Elige las cuotas' },
    },
    installments: {
      single: '1x de {first} al contado',
      equal: '{count}x de {first}',
      uneven: '{count}x: 1.ª de {first} + {others} de {other}',
    },
  },
};
