import { beforeEach, describe, expect, test } from 'vitest';
import { CARD_BRANDS } from '../../contract/card/card-brand.ts';
import type { BrandMarks } from './brand-marks.ts';
import { createBrandMarks } from './brand-marks.ts';

let warned: string[];
let marks: BrandMarks;

beforeEach(() => {
  document.documentElement.lang = 'pt-BR';
  document.body.innerHTML = '<span id="accepted" role="img" hidden></span>';
  warned = [];
  marks = createBrandMarks({ document, console: { warn: (text) => warned.push(text) } });
});

function row(): HTMLElement {
  return document.querySelector<HTMLElement>('#accepted')!;
}
function said(): string | null {
  return row().getAttribute('aria-label');
}

test.each(CARD_BRANDS.filter((brand) => brand !== 'unknown'))(
  'the mark of %s is drawn on a card of its own',
  (brand) => {
    const [card, ...more] = marks.draw(brand) ?? [];
    expect(card?.tagName).toBe('rect');
    expect(more.length).toBeGreaterThan(0);
    // Each a part of its own, so that the field and the row can show the same mark.
    expect(marks.draw(brand)?.[0]).not.toBe(card);
  },
);

test('a scheme we do not name has no mark', () => expect(marks.draw('unknown')).toBeNull());

describe('the row of what is accepted', () => {
  test('is of the usual five where the page says nothing', () => {
    marks.accept(undefined);
    expect(row().hidden).toBe(false);
    expect(row().children).toHaveLength(5);
    expect(said()).toBe('Aceitamos: Visa, Mastercard, Elo, American Express, Hipercard');
    expect(warned).toEqual([]);
  });

  test.each([
    ['en', 'We accept: Visa, Elo'],
    ['es', 'Aceptamos: Visa, Elo'],
  ])('is said in %s', (language, text) => {
    marks.accept(['elo', 'visa']);
    document.documentElement.lang = language;
    marks.writeWords();
    expect(said()).toBe(text);
  });

  test('is what the page says, live, and nothing where it says none', () => {
    marks.accept(['amex']);
    expect(said()).toBe('Aceitamos: American Express');
    marks.accept([]);
    expect([row().hidden, row().children.length]).toEqual([true, 0]);
  });

  test.each([
    [['visa', 'paypal'], 1],
    [['visa', 'unknown'], 1],
    [[['visa']], 0],
    [['constructor'], 0],
    [['visa', 'visa'], 1],
    [[null, { toString: 'x' }], 0],
  ])('leaves out of %j what is no scheme of ours, and never shows one twice', (asked, count) => {
    marks.accept(asked);
    expect(row().children).toHaveLength(count);
    expect(warned.join()).not.toContain('paypal');
  });

  test.each(['visa', 7, {}, null])('is the usual one for %j, which the console hears', (asked) => {
    marks.accept(asked);
    expect(row().children).toHaveLength(5);
    expect(warned).toEqual(['checkout-sdk: brands must be a list of card schemes']);
  });
});
