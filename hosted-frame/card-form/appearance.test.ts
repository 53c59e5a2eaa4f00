import { beforeEach, expect, test } from 'vitest';
import { appearanceSchema } from '../../contract/appearance.ts';
import { applyAppearance, applyTheme } from './appearance.ts';

const root = document.documentElement;

beforeEach(() => root.removeAttribute('style'));

test.each([
  ['light', 'light'],
  ['dark', 'dark'],
  ['auto', 'light'],
  [undefined, 'light'],
] as const)('the theme %s is the one word %s', (theme, word) => {
  applyTheme(document, theme);
  expect(root.getAttribute('data-theme')).toBe(word);
});

test('sets what is given and takes back what is left out', () => {
  applyAppearance(document, { variables: { colorPrimary: '#123456', borderRadius: '4px' } });
  expect(root.style.getPropertyValue('--colorPrimary')).toBe('#123456');
  applyAppearance(document, { variables: { borderRadius: '2px' } });
  expect(root.style.getPropertyValue('--colorPrimary')).toBe('');
  expect(root.style.getPropertyValue('--borderRadius')).toBe('2px');
});

test('knows every variable of the contract', () => {
  const variables = Object.keys(appearanceSchema.def.shape.variables.def.innerType.def.shape);
  for (const variable of variables) {
    applyAppearance(document, { variables: { [variable]: '7px' } });
    expect(root.style.getPropertyValue(`--${variable}`)).toBe('7px');
  }
});

test('sets nothing that is not on the list', () => {
  const given: object = { 'background-image': 'url(https://x.test)', colorText: 'red' };
  applyAppearance(document, { variables: given });
  expect(root.style.cssText).not.toContain('url');
  expect(root.style).toHaveLength(1);
});
