import { beforeEach, expect, test } from 'vitest';
import type { CardLook } from '../../contract/frame/card-calls.ts';
import { applyAppearance } from './appearance.ts';

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
  applyAppearance(document, { appearance: { theme } });
  expect(root.getAttribute('data-theme')).toBe(word);
});

test('what is left out stays', () => {
  applyAppearance(document, { appearance: { theme: 'dark' }, layout: 'line' });
  applyAppearance(document, {});
  expect(root.getAttribute('data-theme')).toBe('dark');
  expect(root.getAttribute('data-layout')).toBe('line');
});

test.each([['dark'], [['dark']], [null]])('%o as an appearance is our own', (appearance) => {
  const given: object = { appearance };
  applyAppearance(document, given as CardLook);
  expect(root.getAttribute('data-theme') ?? 'light').toBe('light');
});
