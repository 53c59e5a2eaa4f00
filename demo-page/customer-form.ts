import type { CustomerInput } from '../sdk/index.ts';
import { byId, make } from './page-element.ts';

const STATES = 'AC AL AP AM BA CE DF ES GO MA MT MS MG PA PB PR PE PI RJ RN RS RO RR SC SP SE TO';

/** Written as people write it; a CNPJ may have letters since 2026. */
const CPF_OR_CNPJ = String.raw`(([.\/\s\-]*[0-9A-Za-z]){12}([.\/\s\-]*\d){2}|(\D*\d){11})\s*`;

export type CustomerForm = {
  /** The customer as typed, digits only where the payment service wants digits. */
  read(): CustomerInput;
  /** Shows what is wrong and focuses the first wrong field; true where nothing is. */
  validate(): boolean;
  /** Shows as wrong what the payment service refused; false where no field of ours is named. */
  showRefused(paths: readonly string[]): boolean;
};

/**
 * What a field has to look like stands at it in index.html; whether a CPF is one, the payment
 * service says. `takesCompanies`: the buyer may be a company, with its CNPJ in the place of a CPF.
 */
export function createCustomerForm({ takesCompanies }: { takesCompanies: boolean }): CustomerForm {
  const { elements } = byId('checkout', HTMLFormElement);
  const value = (name: string) => controlOf(elements, name).value.trim();

  if (takesCompanies) {
    byId('document-label', HTMLElement).textContent = 'CPF ou CNPJ';
    const changes = { inputMode: 'text', maxLength: 18, pattern: CPF_OR_CNPJ };
    Object.assign(byId('document', HTMLInputElement), changes);
  }
  for (const state of STATES.split(' ')) {
    byId('state', HTMLSelectElement).append(make('option', {}, state));
  }
  byId('state', HTMLSelectElement).value = 'SP';

  const fields = [...elements]
    .filter(isControl)
    .filter(({ required }) => required)
    .map(fieldOf);

  function show(isWrong: (field: (typeof fields)[number]) => boolean): boolean {
    for (const field of fields) field.show(isWrong(field));
    const first = fields.find(isWrong);
    first?.control.focus();
    return first !== undefined;
  }

  return {
    read: () => ({
      name: value('name'),
      document: value('document')
        .replace(/[.\-/\s]/g, '')
        .toUpperCase(),
      email: value('email'),
      // Autofill may bring the country code along.
      phone: digits(value('phone')).replace(/^(?:55(?=\d{10,11}$))?/, '55'),
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
    validate: () => !show(({ control }) => !control.validity.valid),
    showRefused(paths) {
      const isNamed = ({ control: { name } }: (typeof fields)[number]) =>
        [`customer.${name}`, `customer.address.${name}`].some((path) => paths.includes(path));
      return fields.some(isNamed) && show(isNamed);
    },
  };
}

type Control = HTMLInputElement | HTMLSelectElement;

function isControl(element: Element | RadioNodeList | null): element is Control {
  return element instanceof HTMLInputElement || element instanceof HTMLSelectElement;
}

function controlOf(controls: HTMLFormControlsCollection, name: string): Control {
  const control = controls.namedItem(name);
  if (isControl(control)) return control;
  throw new Error(`the page has no field ${name}`);
}

/** Says below the field that it is wrong: as it is left, and no more once it is right. */
function fieldOf(control: Control) {
  const error = make('p', { class: 'field-error', id: `${control.id}-error` });
  control.after(error);
  control.setAttribute('aria-describedby', error.id);
  function show(isWrong: boolean): void {
    error.textContent = isWrong ? 'Confira este campo.' : '';
    control.setAttribute('aria-invalid', String(isWrong));
  }
  control.addEventListener('blur', () => control.value && show(!control.validity.valid));
  control.addEventListener('input', () => control.validity.valid && show(false));
  return { control, show };
}

function digits(value: string): string {
  return value.replace(/\D/g, '');
}
