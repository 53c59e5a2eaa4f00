import { beforeEach, expect, test } from 'vitest';
import type { CardAppearance } from '../../contract/frame/card-calls.ts';
import { setThemeAndLayout } from './theme-and-layout.ts';

const root = document.documentElement;

beforeEach(() => {
  root.removeAttribute('data-theme');
  root.removeAttribute('data-layout');
});

test.each([
  ['light', 'light'],
  ['dark', 'dark'],
  ['auto', 'light'],
  ['contrast', 'light'],
  [undefined, 'light'],
] as const)('the theme %s is the one word %s', (theme, word) => {
  setThemeAndLayout(document, { appearance: { theme } });
  expect(root.getAttribute('data-theme')).toBe(word);
});

test('what is left out stays', () => {
  setThemeAndLayout(document, { appearance: { theme: 'dark' }, layout: 'line' });
  setThemeAndLayout(document, {});
  expect(root.getAttribute('data-theme')).toBe('dark');
  expect(root.getAttribute('data-layout')).toBe('line');
});

test.each([['dark'], [['dark']], [null]])('%o as an appearance is our own', (appearance) => {
  const given: object = { appearance };
  setThemeAndLayout(document, given as CardAppearance);
  expect(root.getAttribute('data-theme') ?? 'light').toBe('light');
});
