import type { Bank } from '../../contract/payments/bank.ts';
import type { ChoiceWords } from './words.ts';

/** From this many banks on they are searched. */
const MANY = 6;

export type BankChoiceContext = {
  place: HTMLElement;
  banks: readonly Bank[];
  onChoose: (bankId: string) => void;
};

/** Radios, searched by name without accents. A chunk for buyers who pay from their bank. */
export function createBankChoice({ place, banks, onChoose }: BankChoiceContext) {
  const { ownerDocument: document } = place;
  let noneFound = '';
  const search = document.createElement('input');
  search.type = 'search';
  search.autocomplete = 'off';
  search.id = 'bank-search';
  const label = document.createElement('label');
  label.htmlFor = search.id;
  const list = document.createElement('div');
  list.className = 'banks';
  list.setAttribute('role', 'radiogroup');
  const error = document.createElement('p');
  error.className = 'error';
  error.id = 'bank-error';
  // Where the focus goes is read out with it: a word of its own would be a second voice.
  for (const described of [search, list]) described.setAttribute('aria-describedby', error.id);
  const rows = banks.map((bank) => {
    const row = document.createElement('label');
    const input = document.createElement('input');
    row.className = 'method';
    Object.assign(input, { type: 'radio', name: 'bank', value: bank.id });
    input.onchange = () => {
      error.textContent = '';
      onChoose(bank.id);
    };
    row.append(input, bank.name);
    return { row, name: plain(bank.name) };
  });
  const none = document.createElement('p');
  none.setAttribute('role', 'status');
  none.className = 'about';
  list.append(...rows.map(({ row }) => row));
  search.oninput = () => {
    const wanted = plain(search.value);
    for (const { row, name } of rows) row.hidden = !name.includes(wanted);
    tellNone();
  };
  function tellNone(): void {
    none.textContent = rows.every(({ row }) => row.hidden) ? noneFound : '';
  }
  const searching = document.createElement('div');
  searching.className = 'bank-search';
  searching.hidden = banks.length < MANY;
  searching.append(label, search);
  place.append(searching, list, none, error);

  return {
    place,
    setWords(words: Pick<ChoiceWords, 'bank' | 'noneFound'>) {
      label.textContent = words.bank;
      list.setAttribute('aria-label', words.bank);
      noneFound = words.noneFound;
      tellNone();
    },
    /** Says that none is chosen, and goes to where one is. */
    refuse(words: string) {
      error.textContent = words;
      (searching.hidden ? list.querySelector('input') : search)?.focus();
    },
  };
}

function plain(name: string): string {
  return name
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .trim()
    .toLowerCase();
}
