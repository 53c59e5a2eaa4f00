import type { CustomerInput } from '../sdk/index.ts';
import { byId, make } from './page-element.ts';

type Control = HTMLInputElement | HTMLSelectElement;
type Check = { isValid(value: string): boolean; message: string; format?(value: string): string };

const CPF: Check = {
  isValid: (value) => isCpf(digits(value)),
  message: 'Confira o CPF.',
  format: (value) => mask(digits(value), '###.###.###-##'),
};
const CPF_OR_CNPJ: Check = {
  isValid: (value) => isCpf(bare(value)) || isCnpj(bare(value)),
  message: 'Confira o CPF ou CNPJ.',
  format: (value) =>
    mask(bare(value), bare(value).length > 11 ? '##.###.###/####-##' : '###.###.###-##'),
};

/** What has to be right, by the field's name, which is also its name in the payment service. */
const CHECKS: { readonly [name: string]: Check } = {
  name: { isValid: (value) => /\S\s+\S/.test(value), message: 'Escreva nome e sobrenome.' },
  document: CPF,
  phone: {
    isValid: (value) => /^[1-9]\d(9\d{8}|[2-5]\d{7})$/.test(nationalPhone(value)),
    message: 'Confira o celular.',
    format: (value) => {
      const phone = nationalPhone(value);
      return mask(phone, phone.length > 10 ? '(##) #####-####' : '(##) ####-####');
    },
  },
  email: {
    isValid: (value) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value),
    message: 'Confira o e-mail.',
  },
  zipCode: {
    isValid: (value) => digits(value).length === 8,
    message: 'Confira o CEP.',
    format: (value) => mask(digits(value), '#####-###'),
  },
  street: { isValid: Boolean, message: 'Escreva a rua ou avenida.' },
  number: { isValid: Boolean, message: 'Escreva o número.' },
  city: { isValid: Boolean, message: 'Escreva a cidade.' },
  state: { isValid: Boolean, message: 'Escolha o estado.' },
};

const STATES = 'AC AL AP AM BA CE DF ES GO MA MT MS MG PA PB PR PE PI RJ RN RS RO RR SC SP SE TO';

export type CustomerForm = {
  /** The customer as typed, digits only where the payment service wants digits. */
  read(): CustomerInput;
  /** Shows what is wrong and focuses the first wrong field; true where nothing is. */
  validate(): boolean;
  /** Shows as wrong what the payment service refused; false where no field of ours is named. */
  showRefused(paths: readonly string[]): boolean;
};

/** `takesCompanies`: the buyer may be a company, with its CNPJ in the place of a CPF. */
export function createCustomerForm({ takesCompanies }: { takesCompanies: boolean }): CustomerForm {
  const controls = byId('checkout', HTMLFormElement).elements;
  const checks = { ...CHECKS, document: takesCompanies ? CPF_OR_CNPJ : CPF };
  const value = (name: string) => controlOf(controls, name).value.trim();

  if (takesCompanies) {
    byId('document-label', HTMLElement).textContent = 'CPF ou CNPJ';
    // A CNPJ may have letters since 2026.
    Object.assign(byId('document', HTMLInputElement), { inputMode: 'text', maxLength: 18 });
  }
  for (const state of STATES.split(' ')) {
    byId('state', HTMLSelectElement).append(make('option', {}, state));
  }
  byId('state', HTMLSelectElement).value = 'SP';

  const fields = Object.entries(checks).map(([name, { isValid, message, format }]) => {
    const control = controlOf(controls, name);
    const error = make('p', { class: 'field-error', id: `${control.id}-error` });
    control.after(error);
    control.setAttribute('aria-describedby', error.id);
    const field = {
      paths: [`customer.${name}`, `customer.address.${name}`],
      control,
      isRight: () => isValid(value(name)),
      show(isWrong: boolean) {
        error.textContent = isWrong ? message : '';
        if (isWrong) control.setAttribute('aria-invalid', 'true');
        else control.removeAttribute('aria-invalid');
      },
    };
    control.addEventListener('blur', () => {
      if (format && field.isRight()) control.value = format(value(name));
      if (value(name) !== '') field.show(!field.isRight());
    });
    control.addEventListener('input', () => field.isRight() && field.show(false));
    return field;
  });

  function show(isWrong: (field: (typeof fields)[number]) => boolean): boolean {
    for (const field of fields) field.show(isWrong(field));
    const first = fields.find(isWrong);
    first?.control.focus();
    return first !== undefined;
  }

  return {
    read: () => ({
      name: value('name'),
      document: takesCompanies ? bare(value('document')) : digits(value('document')),
      email: value('email'),
      phone: `55${nationalPhone(value('phone'))}`,
      address: {
        street: value('street'),
        number: value('number'),
        zipCode: digits(value('zipCode')),
        city: value('city'),
        state: value('state'),
        ...(value('complement') && { complement: value('complement') }),
        ...(value('neighborhood') && { neighborhood: value('neighborhood') }),
      },
    }),
    validate: () => !show((field) => !field.isRight()),
    showRefused(paths) {
      const isNamed = ({ paths: own }: (typeof fields)[number]) =>
        own.some((path) => paths.includes(path));
      return fields.some(isNamed) && show(isNamed);
    },
  };
}

function controlOf(controls: HTMLFormControlsCollection, name: string): Control {
  const control = controls.namedItem(name);
  if (control instanceof HTMLInputElement || control instanceof HTMLSelectElement) return control;
  throw new Error(`the page has no field ${name}`);
}

function digits(value: string): string {
  return value.replace(/\D/g, '');
}

function bare(value: string): string {
  return value.replace(/[.\-/\s]/g, '').toUpperCase();
}

// Autofill may bring the country code along.
function nationalPhone(value: string): string {
  return digits(value).replace(/^55(?=\d{10,11}$)/, '');
}

function mask(text: string, pattern: string): string {
  const letters = [...text];
  return pattern.replace(/#/g, () => letters.shift() ?? '');
}

function isCpf(document: string): boolean {
  if (!/^\d{11}$/.test(document) || /^(\d)\1+$/.test(document)) return false;
  return [9, 10].every((length) => {
    const sum = [...document.slice(0, length)].reduce(
      (total, digit, index) => total + Number(digit) * (length + 1 - index),
      0,
    );
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
