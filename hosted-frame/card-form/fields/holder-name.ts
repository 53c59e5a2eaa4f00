import type { Field } from './field.ts';

export const holderName: Field = {
  words: {
    'pt-BR': {
      label: 'Nome no cartão',
      problems: {
        required: 'Informe o nome no cartão',
        invalid: 'Use o nome como está no cartão',
      },
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
  // Decision: a name with so many digits is a card number in the wrong field; names are kept and
  // shown where numbers must never be.
  findProblem({ text, digits }) {
    const name = readHolderName(text);
    if (name === '') return 'required';
    const plain = name.length <= 100 && !/[\p{Cc}\p{Cs}]/u.test(name);
    return plain && digits.length < 8 ? null : 'invalid';
  },
};

export function readHolderName(text: string): string {
  return text.trim().replace(/\s+/g, ' ');
}
