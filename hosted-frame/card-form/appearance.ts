import type { Appearance, AppearanceVariables } from '../../contract/appearance.ts';

/** The custom property of card.css behind each variable: nothing else can be set from outside. */
const PROPERTIES: Record<keyof AppearanceVariables, string> = {
  colorPrimary: '--primary',
  colorText: '--text',
  colorTextSecondary: '--secondary',
  colorBackground: '--background',
  colorBorder: '--border',
  colorDanger: '--danger',
  fontFamily: '--family',
  fontSize: '--size',
  borderRadius: '--radius',
  borderWidth: '--border-width',
  spacing: '--spacing',
  fieldHeight: '--field-height',
};

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
  const given = new Map(Object.entries(appearance.variables ?? {}));
  for (const [variable, property] of Object.entries(PROPERTIES)) {
    document.documentElement.style.setProperty(property, given.get(variable) ?? '');
  }
}
