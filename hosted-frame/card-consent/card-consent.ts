import type { CardConsent, ConsentText } from '../../contract/card/saved-card.ts';
import type { Locale } from '../../contract/locale.ts';

// This folder is a chunk of its own, loaded where the account saves cards. It takes nothing but types
// from elsewhere, so that the chunk stands alone.

export type CardSaving = {
  /** What the buyer agreed to; null where they did not. */
  consent: () => CardConsent | null;
  /** Hidden where no card is typed that could be saved. */
  show: (isShown: boolean) => void;
  writeWords: () => void;
};

const STYLES = [
  `.save-card {
    display: flex;
    grid-column: 1 / -1;
    gap: 10px;
    align-items: center;
    min-height: 44px;
  }`,
  `.save-card input {
    flex: none;
    width: 20px;
    height: 20px;
    margin: 2px;
    accent-color: var(--colorPrimary);
  }`,
  '.save-card label { margin: 0; font-weight: inherit; }',
];

/**
 * Asks behind the fields whether the card may be saved, in the account's own words: off until the
 * buyer says yes, each time anew. `pageOrigin`: as the browser tells it, for the record of the consent.
 */
export function createCardSaving({
  document,
  text,
  pageOrigin,
  customerToken,
}: {
  document: Document;
  text: ConsentText;
  pageOrigin: string;
  /** Of the customer's session; undefined where the page gave none. */
  customerToken: () => string | undefined;
}): CardSaving {
  const [sheet] = document.styleSheets;
  for (const style of STYLES) sheet?.insertRule(style, sheet.cssRules.length);
  const row = document.createElement('div');
  const box = document.createElement('input');
  const label = document.createElement('label');
  row.className = 'save-card';
  box.type = 'checkbox';
  box.id = 'save-card';
  box.autocomplete = 'off';
  label.htmlFor = box.id;
  row.append(box, label);
  document.querySelector('form > button[type=submit]')?.before(row);
  const locale = () => document.documentElement.lang as Locale;
  return {
    consent() {
      if (!box.checked || row.hidden) return null;
      const { id, version } = text;
      const token = customerToken();
      return {
        text: { id, version },
        locale: locale(),
        pageOrigin,
        ...(token === undefined ? {} : { customerToken: token }),
      };
    },
    show(isShown) {
      row.hidden = !isShown;
    },
    writeWords() {
      label.textContent = text.words[locale()];
    },
  };
}
