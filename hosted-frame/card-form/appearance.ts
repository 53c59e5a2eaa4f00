import type { Appearance, AppearanceVariables } from '../../contract/appearance.ts';

/** Each is a custom property of card.css by the same name: nothing else is set from outside. */
const VARIABLES: readonly (keyof AppearanceVariables)[] = [
  'colorPrimary',
  'colorText',
  'colorTextSecondary',
  'colorBackground',
  'colorBorder',
  'colorDanger',
  'fontFamily',
  'fontSize',
  'borderRadius',
  'borderWidth',
  'spacing',
  'fieldHeight',
];

/**
 * Sets the one word the iframe element has too; a frame that differs from it is an opaque box.
 * The entry calls it as soon as it knows the theme, before anything is painted.
 */
export function applyTheme(document: Document, theme: Appearance['theme']): void {
  document.documentElement.setAttribute('data-theme', theme === 'dark' ? 'dark' : 'light');
}

/** Makes the document look as `appearance` says; what it leaves out is ours again. */
export function applyAppearance(document: Document, appearance: Appearance): void {
  applyTheme(document, appearance.theme);
  for (const variable of VARIABLES) {
    const value = appearance.variables?.[variable] ?? '';
    document.documentElement.style.setProperty(`--${variable}`, value);
  }
}
