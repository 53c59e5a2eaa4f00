import type { AppearanceVariables, RuleSelector } from '../../contract/appearance.ts';
import type { CardLook } from '../../contract/frame/card-calls.ts';
import { findFaintText } from './faint-text.ts';
import { type ReadLook, readLook } from './read-look.ts';
import { createWords } from './words.ts';

// This folder is a chunk of its own, loaded by the card document where a page wants more than one
// of our two themes. It takes nothing but types from elsewhere, so that the chunk stands alone.

/** A page's look, as it is in force. */
export type Look = {
  /** What a page leaves out of a list is ours again; a list it does not give stays. */
  apply: (given: CardLook) => void;
  /** Writes the page's own words over ours. */
  writeWords: () => void;
};

/** Under the page's own variables: the strongest borders, and no grey that has to be guessed. */
const CONTRAST: AppearanceVariables = {
  colorPrimary: '#0000c8',
  colorText: '#000',
  colorTextSecondary: '#333',
  colorBackground: '#fff',
  colorBorder: '#000',
  colorDanger: '#a00000',
  borderWidth: '2px',
};

/** The selectors of rules, in card.css. */
const SELECTORS: { [selector in RuleSelector]: string } = {
  '.Input': ':is(input, select)',
  '.Input:hover': ':is(input, select):hover',
  '.Input:focus': ':is(input, select):focus',
  '.Input--invalid': ':is(input, select)[aria-invalid="true"]',
  '.Input::placeholder': 'input::placeholder',
  '.Label': 'label',
  '.Error': '.error',
};

/**
 * Takes charge of the document's look. What is not allowed is left out and told by `warn`, each
 * entry once.
 */
export function createLook(view: Window & typeof globalThis, warn: (text: string) => void): Look {
  const { document } = view;
  const root = document.documentElement;
  const [sheet] = document.styleSheets;
  const ours = sheet?.cssRules.length ?? 0;
  const words = createWords(document);
  const told = new Set<string>();

  function tell(texts: readonly string[]): void {
    for (const text of texts) {
      if (told.has(text)) continue;
      told.add(text);
      warn(`checkout-sdk: ${text}`);
    }
  }

  function showVariables({ isContrast, variables }: ReadLook): void {
    const under: { [name: string]: string | undefined } = isContrast ? CONTRAST : {};
    for (const [name, value] of Object.entries(variables)) {
      root.style.setProperty(`--${name}`, value || (under[name] ?? ''));
    }
  }

  /** By the object model: a strict policy of styles allows that, and nothing is parsed as text. */
  function showRules({ rules }: ReadLook): void {
    if (!sheet) return;
    while (sheet.cssRules.length > ours) sheet.deleteRule(ours);
    for (const [selector, declarations] of rules) {
      const place = sheet.cssRules.length;
      sheet.insertRule(`${SELECTORS[selector as RuleSelector]}{}`, place);
      const rule = sheet.cssRules[place];
      if (!(rule instanceof view.CSSStyleRule)) continue;
      for (const [property, value] of Object.entries(declarations)) {
        rule.style.setProperty(toCssName(property), value);
      }
    }
  }

  function apply(given: CardLook): void {
    const look = readLook(given, (value) => view.CSS.supports('color', value));
    if (given.appearance !== undefined) {
      showVariables(look);
      showRules(look);
    }
    words.change(look);
    tell(look.refused.map((entry) => `${entry}; it is left out`));
    // Once the form stands in place of its skeleton.
    view.requestAnimationFrame(() => tell(findFaintText(view)));
  }

  return { apply, writeWords: words.write };
}

function toCssName(property: string): string {
  return property.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
