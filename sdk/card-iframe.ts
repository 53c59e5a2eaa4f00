import type { Appearance } from '../contract/appearance.ts';
import type { CardOptions } from '../contract/frame/card-calls.ts';
import type { Locale } from '../contract/locale.ts';

const TITLES: { [locale in Locale]: string } = {
  'pt-BR': 'Dados do cartão',
  en: 'Card details',
  es: 'Datos de la tarjeta',
};

export function frameTitle(locale: Locale): string {
  return TITLES[locale];
}

/**
 * Height of the form before it can tell its own, so that nothing below it moves: four fields in
 * three rows, one row more with installments, and one more where the container is narrow.
 */
const HEIGHT_PX = 305;
const INSTALLMENTS_ROW_PX = 82;
const NARROW_ROW_PX = 101;
const NARROW_BELOW_PX = 280;

/** The iframe of the card fields, styled through CSSOM alone: a strict `style-src` allows that. */
export function createCardIframe(document: Document, options: CardOptions): HTMLIFrameElement {
  const iframe = document.createElement('iframe');
  iframe.title = frameTitle(options.locale);
  iframe.referrerPolicy = 'strict-origin';
  iframe.style.cssText = 'display:block;width:100%;border:0;background:transparent';
  return iframe;
}

/** The height to reserve in `container` until the frame tells its own. */
export function reservedHeight(container: Element, options: CardOptions): number {
  const width = container.getBoundingClientRect().width;
  return (
    HEIGHT_PX +
    (options.maxInstallments > 1 ? INSTALLMENTS_ROW_PX : 0) +
    (width > 0 && width < NARROW_BELOW_PX ? NARROW_ROW_PX : 0)
  );
}

type Theme = 'light' | 'dark';

export type ThemeFollower = {
  /** The appearance with `auto` turned into the word in force; remembers what it was given. */
  resolve: (appearance: Appearance) => Appearance & { theme: Theme };
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
    const wanted = current.theme ?? 'light';
    const theme: Theme = wanted === 'auto' ? (dark.matches ? 'dark' : 'light') : wanted;
    iframe.style.colorScheme = theme;
    return { ...current, theme };
  }

  const listener = () => {
    if (current.theme === 'auto') onChange(resolve({}));
  };
  dark.addEventListener('change', listener);
  resolve(appearance);
  return { resolve, stop: () => dark.removeEventListener('change', listener) };
}
