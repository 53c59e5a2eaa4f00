import { formatMoney } from '../money.ts';
import { byId, make } from '../page-element.ts';
import { TEST_ACCOUNTS } from '../test-panel/test-cards.ts';
import type { PlaygroundOptions, Variable } from './playground-options.ts';
import { LABELLED, VARIABLES } from './playground-options.ts';

const MAX_AMOUNT = 99_999_999_999;
const MAX_INSTALLMENTS = 12;

export type OptionsForm = {
  /** What is chosen now; null where the form says what is wrong. */
  read(): PlaygroundOptions | null;
  setBusy(isBusy: boolean): void;
};

/** The form of options; `onChange` hears every change that can be shown. */
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
  offerCounts(maxInstallments, MAX_INSTALLMENTS);
  maxInstallments.value = '3';

  function read(): PlaygroundOptions | null {
    const amount = readAmount();
    showSliders();
    offerCounts(installments, Number(maxInstallments.value));
    if (amount === null) return null;
    const text = (name: string) => textOf(form.elements.namedItem(name));
    return {
      account: account.value,
      amount,
      installments: Number(installments.value),
      maxInstallments: Number(maxInstallments.value),
      locale: text('locale'),
      layout: text('layout'),
      theme: text('theme'),
      variables: Object.fromEntries([...moved].map((name) => [name, variableOf(name)])),
      labels: Object.fromEntries(LABELLED.map((field) => [field, text(`label-${field}`)])),
    };
  }

  function tell(): void {
    const options = read();
    if (options) parts.onChange(options);
  }

  form.addEventListener('submit', (event) => event.preventDefault());
  form.addEventListener('input', ({ target }) => {
    const name = VARIABLES.find(
      (known) => target instanceof HTMLInputElement && target.name === known,
    );
    if (name) moved.add(name);
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

/** Null where it is no amount; the field says so then. */
function readAmount(): number | null {
  const field = byId('amount', HTMLInputElement);
  const amount = /^\d{1,11}$/.test(field.value.trim()) ? Number(field.value) : 0;
  const isAmount = amount >= 1 && amount <= MAX_AMOUNT;
  field.setAttribute('aria-invalid', String(!isAmount));
  byId('amount-hint', HTMLElement).textContent = isAmount ? formatMoney(amount) : '';
  byId('amount-error', HTMLElement).textContent = isAmount
    ? ''
    : 'Use centavos inteiros, a partir de 1.';
  return isAmount ? amount : null;
}

/** Also of a form that is busy, whose fields FormData leaves out. */
function textOf(field: RadioNodeList | Element | null): string {
  if (field instanceof RadioNodeList) return field.value;
  const holdsText = field instanceof HTMLInputElement || field instanceof HTMLSelectElement;
  return holdsText ? field.value : '';
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

function variableOf(name: Variable): string {
  const { type, value } = byId(name, HTMLInputElement);
  return type === 'range' ? `${value}px` : value;
}

function showSliders(): void {
  for (const output of document.querySelectorAll('output')) {
    output.value = `${byId(output.htmlFor.value, HTMLInputElement).value}px`;
  }
}
