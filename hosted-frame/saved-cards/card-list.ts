import type { SavedCard } from '../../contract/card/saved-card.ts';
import type { Locale } from '../../contract/locale.ts';
import { SAVED_CARDS_WORDS } from './words.ts';

export type CardList = { writeWords: () => void };

type ListedCard = SavedCard & { label: string };

const STYLES = [
  '.saved-cards { grid-column: 1 / -1; padding: 0; border: 0; }',
  '.saved-cards legend { margin-bottom: 5px; padding: 0; font-size: 0.875em; font-weight: 500; }',
  `.saved-cards div {
    display: flex;
    gap: 10px;
    align-items: center;
    min-height: 44px;
  }`,
  `.saved-cards input {
    flex: none;
    width: 20px;
    height: 20px;
    margin: 2px;
    accent-color: var(--colorPrimary);
  }`,
  `.saved-cards label {
    flex: 1;
    margin: 0;
    padding: 10px 0;
    font-weight: inherit;
    font-variant-numeric: tabular-nums;
  }`,
  `.saved-cards button {
    min-height: 44px;
    padding: 0 8px;
    border: 0;
    background: none;
    color: var(--colorTextSecondary);
    font: inherit;
    font-size: 0.875em;
    text-decoration: underline;
    cursor: pointer;
  }`,
];

/** Draws the cards as radios, the first of them chosen, and a last one for a card that is typed. */
export function createCardList({
  document,
  cards,
  locale,
  announce,
  remove,
  choose,
}: {
  document: Document;
  cards: readonly ListedCard[];
  locale: () => Locale;
  announce: (text: string) => void;
  remove: (card: ListedCard) => Promise<unknown>;
  /** Null: another card, which is typed. */
  choose: (card: ListedCard | null) => void;
}): CardList {
  const [sheet] = document.styleSheets;
  for (const style of STYLES) sheet?.insertRule(style, sheet.cssRules.length);
  const list = document.createElement('fieldset');
  const legend = document.createElement('legend');
  list.className = 'saved-cards';
  list.append(legend);
  const rows = [...cards.map((card) => toRow(card)), toRow(null)];
  list.append(...rows.map(({ row }) => row));
  document.querySelector('form')?.prepend(list);

  function toRow(card: ListedCard | null) {
    const row = document.createElement('div');
    const radio = document.createElement('input');
    const label = document.createElement('label');
    radio.type = 'radio';
    radio.name = 'saved-card';
    radio.id = `saved-${card?.id ?? 'other'}`;
    label.htmlFor = radio.id;
    radio.addEventListener('change', () => choose(card));
    row.append(radio, label);
    const button = card && document.createElement('button');
    if (card && button) {
      button.type = 'button';
      button.addEventListener('click', () => press(card, button));
      row.append(button);
    }
    return { card, row, radio, label, button };
  }

  /** A first press asks, a second one deletes. */
  async function press(card: ListedCard, button: HTMLButtonElement): Promise<void> {
    const words = SAVED_CARDS_WORDS[locale()];
    if (button.dataset.sure === undefined) {
      button.dataset.sure = '';
      button.addEventListener('blur', () => calm(button), { once: true });
      return writeWords();
    }
    try {
      await remove(card);
    } catch {
      announce(words.notRemoved);
      return calm(button);
    }
    const at = rows.findIndex((row) => row.card === card);
    const [gone] = rows.splice(at, 1);
    const wasChosen = gone?.radio.checked;
    gone?.row.remove();
    announce(words.removed);
    const next = rows[Math.min(at, rows.length - 1)];
    if (wasChosen) select(next);
    if (rows.length === 1) list.remove();
    (list.isConnected ? next?.radio : firstInputOf(document))?.focus();
  }

  function calm(button: HTMLButtonElement): void {
    delete button.dataset.sure;
    writeWords();
  }

  function select(row: (typeof rows)[number] | undefined): void {
    if (row === undefined) return;
    row.radio.checked = true;
    choose(row.card);
  }

  function writeWords(): void {
    const words = SAVED_CARDS_WORDS[locale()];
    legend.textContent = words.legend;
    for (const { card, label, button } of rows) {
      const shown = card && `${card.label} •••• ${card.last4}`.trim();
      const ends = card && `${card.expirationMonth}/${card.expirationYear.slice(-2)}`;
      label.textContent = shown === null ? words.other : `${shown} · ${ends}`;
      if (button === null || shown === null) continue;
      const isSure = button.dataset.sure !== undefined;
      button.textContent = isSure ? words.sure : words.remove;
      button.setAttribute('aria-label', isSure ? words.sure : words.removeCard(shown));
    }
  }

  writeWords();
  select(rows[0]);
  return { writeWords };
}

/** Without a list the card is typed. */
function firstInputOf(document: Document): HTMLInputElement | null {
  return document.querySelector('form input:enabled');
}
