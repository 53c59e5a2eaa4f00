import type { SdkCustomer } from './checkout-sdk.ts';
import { setFieldError } from './field-error.ts';
import { byId } from './page-element.ts';

type Field = {
  id: string;
  /** Its path in the payment service's errors. */
  path: string;
  isValid(value: string): boolean;
  message: string;
  format?(value: string): string;
};

function filled(value: string) {
  return value !== '';
}
function digits(value: string) {
  return value.replace(/\D/g, '');
}

const FIELDS: readonly Field[] = [
  {
    id: 'name',
    path: 'customer.name',
    isValid: (value) => /\S\s+\S/.test(value),
    message: 'Escreva nome e sobrenome.',
  },
  {
    id: 'document',
    path: 'customer.document',
    isValid: (value) => isCpf(digits(value)),
    message: 'Confira o CPF.',
    format: (value) => mask(digits(value), '###.###.###-##'),
  },
  {
    id: 'phone',
    path: 'customer.phone',
    isValid: (value) => /^[1-9]\d(9\d{8}|[2-5]\d{7})$/.test(nationalPhone(value)),
    message: 'Confira o celular.',
    format: (value) => {
      const phone = nationalPhone(value);
      return mask(phone, phone.length > 10 ? '(##) #####-####' : '(##) ####-####');
    },
  },
  {
    id: 'email',
    path: 'customer.email',
    isValid: (value) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value),
    message: 'Confira o e-mail.',
  },
  {
    id: 'zip-code',
    path: 'customer.address.zipCode',
    isValid: (value) => digits(value).length === 8,
    message: 'Confira o CEP.',
    format: (value) => mask(digits(value), '#####-###'),
  },
  {
    id: 'street',
    path: 'customer.address.street',
    isValid: filled,
    message: 'Escreva a rua ou avenida.',
  },
  {
    id: 'number',
    path: 'customer.address.number',
    isValid: filled,
    message: 'Escreva o número.',
  },
  { id: 'city', path: 'customer.address.city', isValid: filled, message: 'Escreva a cidade.' },
  { id: 'state', path: 'customer.address.state', isValid: filled, message: 'Escolha o estado.' },
];

export type CustomerForm = {
  /** The customer as typed, digits only where the payment service wants digits. */
  read(): SdkCustomer;
  /** Shows what is wrong and focuses the first wrong field; true where nothing is. */
  validate(): boolean;
  /** Shows as wrong what the payment service refused; false where no field of ours is named. */
  showRefused(paths: readonly string[]): boolean;
};

export function createCustomerForm(): CustomerForm {
  for (const field of FIELDS) {
    const control = controlOf(field.id);
    control.addEventListener('blur', () => {
      const value = control.value.trim();
      if (field.format && field.isValid(value)) control.value = field.format(value);
      if (value !== '') setFieldError(control, field.isValid(value) ? '' : field.message);
    });
    control.addEventListener('input', () => {
      if (field.isValid(control.value.trim())) setFieldError(control, '');
    });
  }

  function show(wrong: readonly Field[]): void {
    for (const field of FIELDS) {
      setFieldError(controlOf(field.id), wrong.includes(field) ? field.message : '');
    }
    const [first] = wrong;
    if (first) controlOf(first.id).focus();
  }

  return {
    read() {
      const value = (id: string) => controlOf(id).value.trim();
      const complement = value('complement');
      const neighborhood = value('neighborhood');
      return {
        name: value('name'),
        document: digits(value('document')),
        email: value('email'),
        phone: `55${nationalPhone(value('phone'))}`,
        address: {
          street: value('street'),
          number: value('number'),
          zipCode: digits(value('zip-code')),
          city: value('city'),
          state: value('state'),
          ...(complement ? { complement } : {}),
          ...(neighborhood ? { neighborhood } : {}),
        },
      };
    },
    validate() {
      const wrong = FIELDS.filter((field) => !field.isValid(controlOf(field.id).value.trim()));
      show(wrong);
      return wrong.length === 0;
    },
    showRefused(paths) {
      const wrong = FIELDS.filter((field) => paths.includes(field.path));
      if (wrong.length) show(wrong);
      return wrong.length > 0;
    },
  };
}

function controlOf(id: string): HTMLInputElement | HTMLSelectElement {
  return id === 'state' ? byId(id, HTMLSelectElement) : byId(id, HTMLInputElement);
}

// Autofill may bring the country code along.
function nationalPhone(value: string): string {
  return digits(value).replace(/^55(?=\d{10,11}$)/, '');
}

function mask(text: string, pattern: string): string {
  let next = 0;
  return pattern.replace(/#/g, () => {
    next += 1;
    return text[next - 1] ?? '';
  });
}

function isCpf(document: string): boolean {
  if (!/^\d{11}$/.test(document) || /^(\d)\1+$/.test(document)) return false;
  return [9, 10].every((length) => {
    let sum = 0;
    for (let index = 0; index < length; index += 1) {
      sum += Number(document[index]) * (length + 1 - index);
    }
    return ((sum * 10) % 11) % 10 === Number(document[length]);
  });
}
