import type { CardBrand } from '../../contract/card/card-brand.ts';
import { MARKS } from './marks.ts';

/** What a buyer hears of each scheme that a page may name, in the order they are drawn in. */
const NAMES: { [brand in Exclude<CardBrand, 'unknown'>]: string } = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  elo: 'Elo',
  amex: 'American Express',
  hipercard: 'Hipercard',
  hiper: 'Hiper',
  diners: 'Diners Club',
  discover: 'Discover',
  jcb: 'JCB',
  maestro: 'Maestro',
  unionpay: 'UnionPay',
  mir: 'Mir',
};

/**
 * Decision: the configuration of an account names no schemes, so the row shows the five that nearly
 * every card in Brazil is of; a page that takes others says so by `brands`.
 */
const USUAL = ['visa', 'mastercard', 'elo', 'amex', 'hipercard'];

const WORDS: { [language: string]: string } = {
  'pt-BR': 'Aceitamos',
  en: 'We accept',
  es: 'Aceptamos',
};

const SVG = 'http://www.w3.org/2000/svg';

export type BrandMarks = ReturnType<typeof createBrandMarks>;

/** The marks of card schemes: one for the number field, and the row of those that are accepted. */
export function createBrandMarks(view: { document: Document; console: Pick<Console, 'warn'> }) {
  const { document } = view;
  const row = document.querySelector<HTMLElement>('#accepted');
  let names: string[] = [];

  function warn(text: string): void {
    view.console.warn(`checkout-sdk: brands ${text}`);
  }

  function make(tag: string, attributes: { [name: string]: string | number }): SVGElement {
    const element = document.createElementNS(SVG, tag);
    for (const [name, value] of Object.entries(attributes)) {
      element.setAttribute(name, String(value));
    }
    return element;
  }

  /** On 48 by 30; null for one we have not drawn. */
  function draw(brand: CardBrand): SVGElement[] | null {
    const mark = MARKS[brand];
    if (mark === undefined) return null;
    const [x, width, height] = [0.5, 47, 29];
    const card = { x, y: x, width, height, rx: 5, fill: mark.ground, stroke: '#7c899780' };
    const shapes = (mark.shapes ?? []).map(([color, d, pen]) =>
      pen === undefined
        ? make('path', { d, fill: color })
        : make('path', {
            d,
            fill: 'none',
            stroke: color,
            'stroke-width': pen,
            'stroke-linecap': 'round',
            'stroke-linejoin': 'round',
          }),
    );
    const words = (mark.words ?? []).map(([text, y, size, length, color = '#fff']) => {
      const word = make('text', {
        x: 24,
        y,
        fill: color,
        'font-size': size,
        // As wide as it is drawn, whatever fonts there are.
        textLength: length,
        lengthAdjust: 'spacingAndGlyphs',
        'text-anchor': 'middle',
        'dominant-baseline': 'central',
        'font-family': 'system-ui, sans-serif',
        'font-weight': 700,
        'font-style': 'italic',
      });
      word.textContent = text;
      return word;
    });
    return [make('rect', card), ...shapes, ...words];
  }

  function writeWords(): void {
    const words = WORDS[document.documentElement.lang] ?? '';
    row?.setAttribute('aria-label', `${words}: ${names.join(', ')}`);
  }

  /** `asked` may be anything. */
  function accept(asked: unknown): void {
    const isList = Array.isArray(asked);
    if (asked !== undefined && !isList) warn('must be a list of card schemes');
    const wanted: readonly unknown[] = isList ? asked : USUAL;
    const known = Object.entries(NAMES).filter(([brand]) => wanted.includes(brand));
    if (wanted.some((brand) => !known.some(([name]) => name === brand))) {
      warn('names a scheme that is not on the list; it is left out');
    }
    names = known.map(([, name]) => name);
    const marks = known.map(([brand]) => {
      const picture = make('svg', { viewBox: '0 0 48 30', 'aria-hidden': 'true' });
      picture.append(...(draw(brand as CardBrand) ?? []));
      return picture;
    });
    row?.replaceChildren(...marks);
    row?.toggleAttribute('hidden', names.length === 0);
    writeWords();
  }

  return { draw, accept, writeWords };
}
