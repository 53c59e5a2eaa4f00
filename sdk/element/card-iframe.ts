import type { Appearance } from '../../contract/appearance.ts';
import type { DEFAULT_CARD_FIELDS } from '../../contract/card/card-field.ts';
import type { CardOptions } from '../../contract/frame/card-calls.ts';
import type { MethodOptions, OFFERED_METHODS } from '../../contract/frame/payment-calls.ts';
import type { Locale } from '../../contract/locale.ts';

const TITLES: { [document in FrameDocument]: { [locale in Locale]: string } } = {
  card: { 'pt-BR': 'Dados do cartão', en: 'Card details', es: 'Datos de la tarjeta' },
  payment: { 'pt-BR': 'Pagamento', en: 'Payment', es: 'Pago' },
};

/** The documents that have the card's fields. */
export type FrameDocument = 'card' | 'payment';

/** The count alone: the list would be in every page for it. */
const DEFAULT_FIELDS: (typeof DEFAULT_CARD_FIELDS)['length'] = 4;
const OFFERED: (typeof OFFERED_METHODS)['length'] = 4;

export function frameTitle(path: FrameDocument, locale: Locale): string {
  return TITLES[path][locale];
}

/**
 * Styled through CSSOM alone: a strict `style-src` allows that. Wider than its container by the
 * room of a focus ring, so that its fields are not narrower than the page's own.
 */
export function createCardIframe(document: Document): HTMLIFrameElement {
  const iframe = document.createElement('iframe');
  iframe.referrerPolicy = 'strict-origin';
  iframe.style.cssText =
    'display:block;width:calc(100% + 8px);margin:0 -4px;border:0;background:transparent';
  return iframe;
}

/**
 * The height to reserve in `container` until the frame tells its own, so that nothing below it
 * moves: what card.css makes of layout, width and sizes. Every row is a label, a field and the line
 * of its error; installments are one row more, which has none. In the payment document the choice
 * of method stands above: a list of rows or, where there is room, one row of tabs.
 */
export function reservedHeight(
  container: Element,
  options: CardOptions & MethodOptions,
  path: FrameDocument = 'card',
): number {
  const { fieldHeight, fontSize } = options.appearance?.variables ?? {};
  const field = Math.max(44, toPixels(fieldHeight, 48));
  const line = 1.4 * toPixels(fontSize, 16);
  const { width } = container.getBoundingClientRect();
  const whole = countRows(width, options);
  const { fields, token, card } = options;
  // A saved card and its CVV share a row where two fields do; every optional field has its own.
  const saved = whole > 3 && card ? 2 : 1;
  const rows = token ? saved : whole + (fields?.length ?? DEFAULT_FIELDS) - DEFAULT_FIELDS;
  const plans = options.maxInstallments > 1 ? 18 + field + 0.875 * line : 0;
  const offered = options.methods?.length ?? OFFERED;
  const lines = options.choice === 'tabs' && hasRoom(width, 472) ? 1 : offered;
  const choice = path === 'payment' && offered > 1 ? lines * (field + 8) + 12 : 0;
  return rows * (18 + field + 1.6875 * line) + plans + choice - 6;
}

/**
 * What the frame is to draw until it is configured: the page's layout, but for the CVV of a saved
 * card alone, the one element that has a token: two halves of a row, of the card and of its CVV, in
 * all layouts but the stacked one. Where no card is shown one half comes.
 */
export function skeletonLayout({ layout, token }: CardOptions): string {
  return token && layout !== 'stacked' ? 'cvv' : (layout ?? '');
}

function countRows(width: number, { layout }: CardOptions): number {
  if (layout === 'line' && hasRoom(width, 480)) return hasRoom(width, 700) ? 1 : 2;
  return layout === 'stacked' || !hasRoom(width, 280) ? 4 : 3;
}

/** A container that is not shown yet has no width; most will have room. */
function hasRoom(width: number, least: number): boolean {
  return width === 0 || width >= least;
}

function toPixels(length: string | undefined, otherwise: number): number {
  const count = Number.parseFloat(length ?? '');
  return count > 0 ? count * (length?.endsWith('em') ? 16 : 1) : otherwise;
}

export type ThemeFollower = {
  /** The appearance with `auto` turned into the word in force; remembers what it was given. */
  resolve: (appearance: Appearance) => Appearance;
  stop: () => void;
};

/**
 * Keeps iframe and frame on the same single word of `color-scheme`, which is what keeps the frame
 * transparent in every engine; with `auto` that word follows the buyer's system live.
 */
export function followTheme(
  view: Window,
  iframe: HTMLIFrameElement,
  appearance: Appearance,
  onChange: (appearance: Appearance) => void,
): ThemeFollower {
  const dark = view.matchMedia('(prefers-color-scheme: dark)');
  let current = appearance;

  function resolve(given: Appearance) {
    current = { ...current, ...given };
    const { theme = 'light' } = current;
    const word = theme === 'dark' || (theme === 'auto' && dark.matches) ? 'dark' : 'light';
    iframe.style.colorScheme = word;
    return { ...current, theme: theme === 'auto' ? word : theme };
  }

  const listener = () => {
    if (current.theme === 'auto') onChange(resolve({}));
  };
  dark.addEventListener('change', listener);
  resolve(appearance);
  return { resolve, stop: () => dark.removeEventListener('change', listener) };
}
