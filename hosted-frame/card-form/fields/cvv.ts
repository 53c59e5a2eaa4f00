import type { Brand } from '../brand.ts';
import type { Field, FieldWords } from './field.ts';

export const cvv: Field = {
  words: {
    'pt-BR': toWords('Informe o CVV', 'O CVV tem # dígitos', 'O CVV está errado'),
    en: toWords('Enter the CVV', 'The CVV has # digits', 'The CVV is wrong'),
    es: toWords('Ingresa el CVV', 'El CVV tiene # dígitos', 'El CVV no es correcto'),
  },
  pattern: () => '',
  longest,
  findProblem({ digits: { length }, brand }) {
    if (length === 0) return 'required';
    if (length < cvvLength(brand)) return 'incomplete';
    return length > longest(brand) ? 'invalid' : null;
  },
};

/** How many digits the CVV of a card has; 3, as of most, while its brand is not known. */
export function cvvLength(brand: Brand | null): number {
  return brand?.cvvLength ?? 3;
}

function longest(brand: Brand | null): number {
  return brand?.cvvLength ?? 4;
}

function toWords(required: string, invalid: string, refused: string): FieldWords {
  return { label: 'CVV', problems: { required, invalid, refused } };
}
