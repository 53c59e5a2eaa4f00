import type { AppearanceVariables, RuleSelector } from '../../contract/appearance.ts';
import type { CardField } from '../../contract/card/card-field.ts';
import type { CardAppearance } from '../../contract/frame/card-calls.ts';
import type { FrameFont } from '../../contract/frame-font.ts';
import { findFaintText } from './faint-text.ts';
import { createFontLoader } from './font-loader.ts';
import type { ReadAppearance } from './read-appearance.ts';
import { readAppearance } from './read-appearance.ts';
import { createWords } from './words.ts';

// A chunk of its own: from outside this folder it imports types alone, so that it stands alone.

export type PageAppearance = {
  /**
   * What a page leaves out of a list is ours again; a list it does not give stays. Resolves once
   * the fonts it asks for are there, or have taken too long to wait for.
   */
  apply: (given: CardAppearance) => Promise<void>;
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

/** What is not allowed is left out and named by `warn`, each entry once. */
export function createPageAppearance(
  view: Window & typeof globalThis,
  context: {
    fields: readonly CardField[];
    fonts: readonly FrameFont[];
    warn: (text: string) => void;
  },
): PageAppearance {
  const { fields, fonts, warn } = context;
  const { document } = view;
  const isColor = (value: string) => view.CSS.supports('color', value);
  const root = document.documentElement;
  const [sheet] = document.styleSheets;
  const ours = sheet?.cssRules.length ?? 0;
  let theirs = 0;
  const words = createWords(document);
  const told = new Set<string>();
  const families = [...new Set(fonts.map(({ family }) => family))];
  const loadFonts = createFontLoader(view, fonts, (family) =>
    tell([`the font ${family} could not be loaded`]),
  );

  function tell(texts: readonly string[]): void {
    for (const text of texts) {
      if (told.has(text)) continue;
      told.add(text);
      warn(`checkout-sdk: ${text}`);
    }
  }

  function showVariables({ isContrast, variables }: ReadAppearance): void {
    const under: { [name: string]: string | undefined } = isContrast ? CONTRAST : {};
    for (const [name, value] of Object.entries(variables)) {
      root.style.setProperty(`--${name}`, value || (under[name] ?? ''));
    }
  }

  /** By the object model: a strict policy of styles allows that, and nothing is parsed as text. */
  function showRules({ rules }: ReadAppearance): void {
    if (!sheet) return;
    // What other chunks added behind them since stays.
    for (; theirs > 0; theirs -= 1) sheet.deleteRule(ours);
    for (const [selector, declarations] of rules) {
      const place = ours + theirs;
      theirs += 1;
      sheet.insertRule(`${SELECTORS[selector as RuleSelector]}{}`, place);
      const rule = sheet.cssRules[place];
      if (!(rule instanceof view.CSSStyleRule)) continue;
      for (const [property, value] of Object.entries(declarations)) {
        rule.style.setProperty(toCssName(property), value);
      }
    }
  }

  async function apply(given: CardAppearance): Promise<void> {
    const read = readAppearance(given, { fields, families, isColor });
    if (given.appearance !== undefined) {
      showVariables(read);
      showRules(read);
    }
    words.change(read);
    tell(read.refused.map((entry) => `${entry}; it is left out`));
    // Once the form stands in place of its skeleton.
    view.requestAnimationFrame(() => tell(findFaintText(view)));
    await loadFonts(read.fonts);
  }

  return { apply, writeWords: words.write };
}

function toCssName(property: string): string {
  return property.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
