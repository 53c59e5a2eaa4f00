import { passesLuhn } from '../../../contract/card/card-number.ts';
import type { Brand } from '../brand.ts';
import type { Field } from './field.ts';

export const cardNumber: Field = {
  words: {
    'pt-BR': {
      label: 'Número do cartão',
      problems: {
        required: 'Informe o número do cartão',
        incomplete: 'Faltam dígitos no número',
        invalid: 'Confira o número do cartão',
        unsupported: 'Use um cartão de outra bandeira',
      },
    },
    en: {
      label: 'Card number',
      problems: {
        required: 'Enter the card number',
        incomplete: 'The number is missing digits',
        invalid: 'Check the card number',
        unsupported: 'Use a card of another brand',
      },
    },
    es: {
      label: 'Número de tarjeta',
      problems: {
        required: 'Ingresa el número de tarjeta',
        incomplete: 'Faltan dígitos en el número',
        invalid: 'Revisa el número de tarjeta',
        unsupported: 'Usa una tarjeta de otra marca',
      },
    },
  },
  pattern: (_digits, brand) =>
    brand?.name === 'amex' ? '0000 000000 00000' : '0000 0000 0000 0000 000',
  longest,
  // Decision: without its brand, or for a scheme we do not know, a number is 13 to 19 digits. The
  // brand only raises the shortest length: lengths between are left to Luhn, as on the service.
  findProblem({ digits, brand }) {
    if (digits === '') return 'required';
    if (digits.length < Math.max(13, brand?.shortest ?? 0)) return 'incomplete';
    return digits.length <= longest(brand) && passesLuhn(digits) ? null : 'invalid';
  },
};

function longest(brand: Brand | null): number {
  return brand?.longest ?? 19;
}
