import type { SdkCustomer } from './checkout-sdk.ts';
import { byId, make } from './page-element.ts';

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
/** A document without its punctuation. */
function bare(value: string) {
  return value.replace(/[.\-/\s]/g, '').toUpperCase();
}

const CHECKED: readonly Field[] = [
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

const COMPANY_DOCUMENT: Field = {
  id: 'document',
  path: 'customer.document',
  isValid: (value) => isCpf(bare(value)) || isCnpj(bare(value)),
  message: 'Confira o CPF ou CNPJ.',
  format: (value) =>
    mask(bare(value), bare(value).length > 11 ? '##.###.###/####-##' : '###.###.###-##'),
};

const STATES = 'AC AL AP AM BA CE DF ES GO MA MT MS MG PA PB PR PE PI RJ RN RS RO RR SC SP SE TO';

export type CustomerForm = {
  /** The customer as typed, digits only where the payment service wants digits. */
  read(): SdkCustomer;
  /** Shows what is wrong and focuses the first wrong field; true where nothing is. */
  validate(): boolean;
  /** Shows as wrong what the payment service refused; false where no field of ours is named. */
  showRefused(paths: readonly string[]): boolean;
};

/** `takesCompanies`: the buyer may be a company, with its CNPJ in the place of a CPF. */
export function createCustomerForm({ takesCompanies }: { takesCompanies: boolean }): CustomerForm {
  const fields = CHECKED.map((field) =>
    takesCompanies && field.id === 'document' ? COMPANY_DOCUMENT : field,
  );
  if (takesCompanies) {
    byId('document-label', HTMLElement).textContent = 'CPF ou CNPJ';
    // A CNPJ may have letters since 2026.
    Object.assign(byId('document', HTMLInputElement), { inputMode: 'text', maxLength: 18 });
  }

  for (const state of STATES.split(' ')) {
    const chosen = state === 'SP' ? { selected: '' } : {};
    byId('state', HTMLSelectElement).append(make('option', chosen, state));
  }
  for (const field of fields) {
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
    for (const field of fields) {
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
        document: takesCompanies ? bare(value('document')) : digits(value('document')),
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
      const wrong = fields.filter((field) => !field.isValid(controlOf(field.id).value.trim()));
      show(wrong);
      return wrong.length === 0;
    },
    showRefused(paths) {
      const wrong = fields.filter((field) => paths.includes(field.path));
      if (wrong.length) show(wrong);
      return wrong.length > 0;
    },
  };
}

function controlOf(id: string): HTMLInputElement | HTMLSelectElement {
  return id === 'state' ? byId(id, HTMLSelectElement) : byId(id, HTMLInputElement);
}

/** Shows or, with an empty message, clears the error under a field, for eyes and screen readers. */
function setFieldError(control: HTMLElement, message: string): void {
  const error = document.getElementById(`${control.id}-error`);
  if (error) error.textContent = message;
  if (message) control.setAttribute('aria-invalid', 'true');
  else control.removeAttribute('aria-invalid');
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

/** Of digits, or of the form of 2026 with letters; each stands for its code less that of `0`. */
function isCnpj(document: string): boolean {
  if (!/^[0-9A-Z]{12}\d{2}$/.test(document) || /^(.)\1{11}/.test(document)) return false;
  const values = [...document].map((letter) => letter.charCodeAt(0) - 48);
  return [12, 13].every((length) => {
    // From the right: 2 to 9, and again.
    const sum = values
      .slice(0, length)
      .reduce((total, value, index) => total + value * (((length - 1 - index) % 8) + 2), 0);
    return (sum % 11 < 2 ? 0 : 11 - (sum % 11)) === values[length];
  });
}
