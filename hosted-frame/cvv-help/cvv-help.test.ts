import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { fillCardFields } from '../card-form/field-markup.ts';
import { isSeen, putStyles } from '../seen.cases.ts';
import { toggleCvvHelp } from './cvv-help.ts';

const PAGE = readFileSync(join(import.meta.dirname, '../card.html'), 'utf8');
const MARKUP = /<main>[\s\S]*<\/main>/.exec(fillCardFields(PAGE))?.[0] ?? '';

let announced: string[];

beforeEach(() => {
  putStyles('card.css');
  document.body.innerHTML = MARKUP;
  document.documentElement.lang = 'pt-BR';
  announced = [];
});

function toggle() {
  toggleCvvHelp(document, (text) => announced.push(text));
}
function panels() {
  return document.querySelectorAll<HTMLElement>('#cvv-help-text');
}
function panel() {
  return panels()[0]!;
}
function button() {
  return document.querySelector('#cvv-help')!;
}
function press(key: string) {
  document.dispatchEvent(new KeyboardEvent('keydown', { key }));
}

describe('the help for the CVV', () => {
  it('stands below its field, is announced, and says where the code is on each card', () => {
    toggle();
    expect(panel().previousElementSibling?.getAttribute('data-field')).toBe('cvv');
    expect(isSeen(panel())).toBe(true);
    expect(panel().querySelectorAll('svg[aria-hidden="true"]')).toHaveLength(2);
    expect(announced).toEqual([
      'No verso do cartão: 3 dígitos. No American Express, na frente: 4 dígitos.',
    ]);
    expect(button().getAttribute('aria-expanded')).toBe('true');
    expect(button().getAttribute('aria-controls')).toBe(panel().id);
  });

  it('closes when its button is pressed again, and opens once more as the same', () => {
    toggle();
    toggle();
    expect(isSeen(panel())).toBe(false);
    expect(button().getAttribute('aria-expanded')).toBe('false');
    expect(announced.at(-1)).toBe('');
    toggle();
    expect(panels()).toHaveLength(1);
    expect(isSeen(panel())).toBe(true);
  });

  it('closes by Escape alone', () => {
    toggle();
    press('Enter');
    expect(isSeen(panel())).toBe(true);
    press('Escape');
    expect(isSeen(panel())).toBe(false);
    const told = announced.length;
    press('Escape');
    expect(announced).toHaveLength(told);
  });

  it.each([
    ['en', 'On the back of the card'],
    ['es', 'En el reverso de la tarjeta'],
  ])('changes to %s while it is open', async (language, text) => {
    toggle();
    document.documentElement.lang = language;
    await expect.poll(() => panel().textContent).toContain(text);
  });

  it('shows no digit that could be taken for one of a card', () => {
    toggle();
    expect(panel().textContent?.match(/\d/g)).toEqual(['3', '4']);
  });
});
