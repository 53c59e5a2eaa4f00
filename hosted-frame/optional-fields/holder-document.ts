import { isValidCnpj, isValidCpf } from '../../contract/document-number.ts';
import type { Field } from '../card-form/fields/field.ts';

/** The CPF of who holds the card, or the CNPJ of a company, which may have letters. */
export const holderDocument: Field = {
  words: {
    'pt-BR': {
      label: 'CPF ou CNPJ do titular',
      problems: {
        required: 'Informe o CPF ou CNPJ do titular',
        incomplete: 'CPF ou CNPJ incompleto',
        invalid: 'Confira o CPF ou CNPJ',
      },
    },
    en: {
      label: "Cardholder's CPF or CNPJ",
      problems: {
        required: "Enter the cardholder's CPF or CNPJ",
        incomplete: 'The CPF or CNPJ is incomplete',
        invalid: 'Check the CPF or CNPJ',
      },
    },
    es: {
      label: 'CPF o CNPJ del titular',
      problems: {
        required: 'Ingresa el CPF o CNPJ del titular',
        incomplete: 'CPF o CNPJ incompleto',
        invalid: 'Revisa el CPF o CNPJ',
      },
    },
  },
  hasLetters: true,
  pattern: (digits) => (isOfCompany(digits) ? '00.000.000/0000-00' : '000.000.000-00'),
  longest: () => 14,
  findProblem({ digits }) {
    if (digits === '') return 'required';
    if (digits.length < (isOfCompany(digits) ? 14 : 11)) return 'incomplete';
    return isValidCpf(digits) || isValidCnpj(digits) ? null : 'invalid';
  },
};

/** No CPF has letters. */
function isOfCompany(digits: string): boolean {
  return digits.length > 11 || /\D/.test(digits);
}
