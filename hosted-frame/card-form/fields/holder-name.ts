import { hasCardNumber } from '../../../contract/card/card-number.ts';
import type { Field } from './field.ts';

export const holderName: Field = {
  words: {
    'pt-BR': {
      label: 'Nome no cartão',
      problems: { required: 'Informe o nome no cartão', invalid: 'Use o nome como está no cartão' },
    },
    en: {
      label: 'Name on card',
      problems: {
        required: 'Enter the name on the card',
        invalid: 'Use the name as it is on the card',
      },
    },
    es: {
      label: 'Nombre en la tarjeta',
      problems: {
        required: 'Ingresa el nombre de la tarjeta',
        invalid: 'Usa el nombre de la tarjeta',
      },
    },
  },
  // Names are kept and shown where numbers must never be.
  findProblem({ text }) {
    const name = readHolderName(text);
    if (name === '') return 'required';
    const plain = name.length <= 100 && !/[\p{Cc}\p{Cs}]/u.test(name);
    return plain && !hasCardNumber(name) ? null : 'invalid';
  },
};

export function readHolderName(text: string): string {
  return text.trim().replace(/\s+/g, ' ');
}
