import { byId, make } from '../page-element.ts';
import type { PageOptions } from '../page-options.ts';
import type { TestGroup, TestValue } from './test-cards.ts';
import { TEST_ACCOUNTS, TEST_GROUPS } from './test-cards.ts';

const CHOICES: { [name in Exclude<keyof PageOptions, 'order'>]: TestValue[] } = {
  account: TEST_ACCOUNTS,
  lang: [
    { value: 'pt-BR', outcome: 'Português' },
    { value: 'en', outcome: 'English' },
    { value: 'es', outcome: 'Español' },
  ],
  theme: [
    { value: 'auto', outcome: 'do aparelho' },
    { value: 'light', outcome: 'clara' },
    { value: 'dark', outcome: 'escura' },
  ],
};

export function setUpTestPanel(options: PageOptions): void {
  for (const name of ['account', 'lang', 'theme'] as const) {
    const select = byId(`test-${name}`, HTMLSelectElement);
    for (const { value, outcome } of CHOICES[name]) {
      select.append(make('option', { value }, `${value} · ${outcome}`));
    }
    select.value = options[name];
  }
  byId('test-cards', HTMLElement).replaceChildren(...TEST_GROUPS.map(tableOf));
}

function tableOf({ title, note, column, rows }: TestGroup): HTMLTableElement {
  const caption = make('caption', {}, title, make('small', { class: 'soft' }, note));
  const copyHead = make(
    'th',
    { scope: 'col' },
    make('span', { class: 'visually-hidden' }, 'Copiar'),
  );
  const head = make(
    'tr',
    {},
    make('th', { scope: 'col' }, column),
    make('th', { scope: 'col' }, 'Resultado'),
    copyHead,
  );
  return make(
    'table',
    { class: 'test-cards' },
    caption,
    make('thead', {}, head),
    make('tbody', {}, ...rows.map(rowOf)),
  );
}

function rowOf({ value, outcome }: TestValue): HTMLTableRowElement {
  const button = make(
    'button',
    { class: 'small-button', type: 'button', 'aria-label': `Copiar ${value}` },
    'Copiar',
  );
  button.addEventListener('click', () => void copy(value, button));
  return make(
    'tr',
    {},
    make('th', { scope: 'row' }, value),
    make('td', {}, outcome),
    make('td', {}, button),
  );
}

async function copy(value: string, button: HTMLButtonElement): Promise<void> {
  const plain = value.replace(/ (?=\d)/g, '');
  const isCopied = await navigator.clipboard.writeText(plain).then(
    () => true,
    () => false,
  );
  button.textContent = isCopied ? 'Copiado' : 'Copie à mão';
  byId('test-status', HTMLElement).textContent = isCopied
    ? `${value} copiado.`
    : 'O navegador não deixou copiar.';
  setTimeout(() => {
    button.textContent = 'Copiar';
  }, 2_000);
}
