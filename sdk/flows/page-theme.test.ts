import { expect, it } from 'vitest';
import { pageTheme } from './page-theme.ts';

/** A page that says this of colour schemes, on a system that is dark or light. */
function viewOf(colorScheme: string | undefined, isDarkSystem: boolean): Window {
  return {
    document,
    getComputedStyle: () => ({ colorScheme }),
    matchMedia: () => ({ matches: isDarkSystem }),
  } as unknown as Window;
}

it.each([
  ['normal', true, 'light'],
  ['light', true, 'light'],
  ['only light', true, 'light'],
  ['', true, 'light'],
  [undefined, true, 'light'],
  ['dark', false, 'dark'],
  ['light dark', true, 'dark'],
  ['light dark', false, 'light'],
  ['dark light', false, 'light'],
  ['midnight-darkish', true, 'light'],
] as const)('of a page with "%s" and a dark system: %s is %s', (scheme, isDark, theme) => {
  expect(pageTheme(viewOf(scheme, isDark))).toBe(theme);
});
