import { isCpfOrCnpjDigits } from '../../contract/document-number.ts';
import type { Field } from '../card-form/fields/field.ts';

/**
 * The CPF of who holds the card, or the CNPJ of a company. Digits only, as the service takes it.
 */
export const holderDocument: Field = {
  words: {
    'pt-BR': {
      label: 'CPF ou CNPJ do titular',
      problems: {
        required: 'Informe o CPF ou CNPJ do titular',
        incomplete: 'Faltam dígitos no CPF ou CNPJ',
        invalid: 'Confira o CPF ou CNPJ',
      },
    },
    en: {
      label: "Cardholder's CPF or CNPJ",
      problems: {
        required: "Enter the cardholder's CPF or CNPJ",
        incomplete: 'The CPF or CNPJ is missing digits',
        invalid: 'Check the CPF or CNPJ',
      },
    },
    es: {
      label: 'CPF o CNPJ del titular',
      problems: {
        required: 'Ingresa el CPF o CNPJ del titular',
        incomplete: 'Faltan dígitos en el CPF o CNPJ',
        invalid: 'Revisa el CPF o CNPJ',
      },
    },
  },
  placeholder: () => '000.000.000-00',
  pattern: (digits) => (digits.length > 11 ? '00.000.000/0000-00' : '000.000.000-00'),
  longest: () => 14,
  findProblem({ digits }) {
    if (digits === '') return 'required';
    if (digits.length < 11 || (digits.length > 11 && digits.length < 14)) return 'incomplete';
    return isCpfOrCnpjDigits(digits) ? null : 'invalid';
  },
};
