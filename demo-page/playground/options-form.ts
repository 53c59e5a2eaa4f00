import { formatMoney } from '../money.ts';
import { byId, make } from '../page-element.ts';
import { TEST_ACCOUNTS } from '../test-panel/test-cards.ts';
import type { PlaygroundOptions, Variable } from './playground-options.ts';
import { LABELLED, METHODS, VARIABLES } from './playground-options.ts';

const MAX_AMOUNT = 99_999_999_999;
const MAX_INSTALLMENTS = 12;

export type OptionsForm = {
  /** What is chosen now; null where the form says what is wrong. */
  read(): PlaygroundOptions | null;
  setBusy(isBusy: boolean): void;
};

export function setUpOptionsForm(parts: {
  onChange(options: PlaygroundOptions): void;
}): OptionsForm {
  const form = byId('options', HTMLFormElement);
  const account = byId('account', HTMLSelectElement);
  const installments = byId('installments', HTMLSelectElement);
  const maxInstallments = byId('max-installments', HTMLSelectElement);
  // A slider always has a value; what was never moved is the element's own to decide.
  const moved = new Set<Variable>();

  for (const { value, outcome } of TEST_ACCOUNTS) {
    account.append(make('option', { value }, `${value} · ${outcome}`));
  }
  for (const [id, choice] of Object.entries(CHOICES))
    showChoice(byId(id, HTMLFieldSetElement), choice);
  for (const [name, { title, ...attributes }] of Object.entries(VARIABLES)) {
    addField('variables', title, { name, ...attributes });
  }
  for (const [field, title] of Object.entries(LABELLED)) {
    addField('labels', title, { name: `label-${field}`, type: 'text', maxlength: '40' });
  }
  offerCounts(maxInstallments, MAX_INSTALLMENTS);
  maxInstallments.value = '3';

  function read(): PlaygroundOptions | null {
    const field = byId('amount', HTMLInputElement);
    const amount = readAmount(field);
    showAmount(field, amount);
    showSliders();
    offerCounts(installments, Number(maxInstallments.value));
    const text = (name: string) => textOf(form.elements.namedItem(name));
    const element = text('element') === 'payment' ? 'payment' : 'card';
    for (const part of form.querySelectorAll<HTMLElement>('[data-only]')) {
      part.hidden = part.dataset.only !== element;
    }
    const pixPrice = readAmount(byId('pix-price', HTMLInputElement));
    if (amount === null) return null;
    return {
      element,
      account: account.value,
      amount,
      installments: Number(installments.value),
      maxInstallments: Number(maxInstallments.value),
      locale: text('locale'),
      layout: text(element === 'card' ? 'layout' : 'payment-layout'),
      theme: text('theme'),
      variables: Object.fromEntries([...moved].map((name) => [name, variableOf(name)])),
      methods: METHODS.filter((method) => form.querySelector(`[value="${method}"]:checked`)),
      pixPrice,
      labels: Object.fromEntries(
        Object.keys(LABELLED).map((field) => [field, text(`label-${field}`)]),
      ),
    };
  }

  function tell(): void {
    const options = read();
    if (options) parts.onChange(options);
  }

  form.addEventListener('submit', (event) => event.preventDefault());
  form.addEventListener('input', ({ target }) => {
    if (target instanceof HTMLInputElement && isVariable(target.name)) moved.add(target.name);
    tell();
  });
  byId('reset', HTMLButtonElement).addEventListener('click', () => {
    moved.clear();
    form.reset();
    maxInstallments.value = '3';
    tell();
  });

  return {
    read,
    setBusy(isBusy) {
      byId('options-fields', HTMLFieldSetElement).disabled = isBusy;
    },
  };
}

/** Null where it is no amount. */
function readAmount({ value }: HTMLInputElement): number | null {
  const amount = /^\d{1,11}$/.test(value.trim()) ? Number(value) : 0;
  return amount >= 1 && amount <= MAX_AMOUNT ? amount : null;
}

function showAmount(field: HTMLInputElement, amount: number | null): void {
  field.setAttribute('aria-invalid', String(amount === null));
  byId('amount-hint', HTMLElement).textContent = amount === null ? '' : formatMoney(amount);
  byId('amount-error', HTMLElement).textContent =
    amount === null ? 'Use centavos inteiros, a partir de 1.' : '';
}

/** Also of a form that is busy, whose fields FormData leaves out. */
function textOf(field: RadioNodeList | Element | null): string {
  if (field instanceof RadioNodeList) return field.value;
  const holdsText = field instanceof HTMLInputElement || field instanceof HTMLSelectElement;
  return holdsText ? field.value : '';
}

type Choice = { legend: string; type?: 'checkbox'; values: { [value: string]: string } };

const CHOICES: { [id: string]: Choice } = {
  element: { legend: 'Elemento', values: { card: 'Cartão', payment: 'Todos os métodos' } },
  layout: { legend: 'Layout', values: { row: 'row', stacked: 'stacked', line: 'line' } },
  'payment-layout': { legend: 'Layout', values: { list: 'list', tabs: 'tabs' } },
  methods: {
    legend: 'Métodos',
    type: 'checkbox',
    values: { CREDIT_CARD: 'Cartão', PIX: 'PIX', BOLETO: 'Boleto', OPEN_FINANCE: 'Banco' },
  },
  theme: {
    legend: 'Tema',
    values: { auto: 'auto', light: 'light', dark: 'dark', contrast: 'contrast' },
  },
};

/** Fills a fieldset with a choice; of radios the first is chosen, of checkboxes every one. */
function showChoice(fieldset: HTMLFieldSetElement, { legend, type, values }: Choice): void {
  const labels = Object.entries(values).map(([value, title], index) => {
    const name = fieldset.id;
    const input = make('input', { type: type ?? 'radio', name, value, autocomplete: 'off' });
    input.toggleAttribute('checked', type === 'checkbox' || index === 0);
    return make('label', {}, input, ` ${title}`);
  });
  fieldset.append(make('legend', {}, legend), ...labels);
}

function offerCounts(select: HTMLSelectElement, most: number): void {
  if (select.options.length === most) return;
  const chosen = Math.min(Number(select.value) || 1, most);
  select.replaceChildren(
    ...Array.from({ length: most }, (_, index) =>
      make('option', { value: String(index + 1) }, `${index + 1}x`),
    ),
  );
  select.value = String(chosen);
}

function isVariable(name: string): name is Variable {
  return name in VARIABLES;
}

function addField(place: string, title: string, attributes: { [name: string]: string }): void {
  const { name = '', type } = attributes;
  const label = make('label', { for: name }, title);
  if (type === 'range') label.append(' ', make('output', { for: name }));
  const input = make('input', { id: name, autocomplete: 'off', ...attributes });
  byId(place, HTMLElement).append(make('div', { class: 'field' }, label, input));
}

function variableOf(name: Variable): string {
  const { type, value } = byId(name, HTMLInputElement);
  return type === 'range' ? `${value}px` : value;
}

function showSliders(): void {
  for (const output of document.querySelectorAll('output')) {
    output.value = `${byId(output.htmlFor.value, HTMLInputElement).value}px`;
  }
}
