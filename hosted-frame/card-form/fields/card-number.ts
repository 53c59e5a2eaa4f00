import { passesLuhn } from '../../../contract/card-number.ts';
import type { Brand } from '../brand.ts';
import type { Field } from './field.ts';

export const cardNumber: Field = {
  words: {
    'pt-BR': { label: 'Número do cartão', problems: { invalid: 'Confira o número do cartão' } },
    en: { label: 'Card number', problems: { invalid: 'Check the card number' } },
    es: { label: 'Número de tarjeta', problems: { invalid: 'Revisa el número de tarjeta' } },
  },
  placeholder: () => '0000 0000 0000 0000',
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
