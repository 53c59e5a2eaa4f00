import type { CardAppearance } from '../../contract/frame/card-calls.ts';

/**
 * What is left out stays as it is. The theme is the `color-scheme` of the iframe element: a frame
 * that differs from its element is drawn as an opaque box. Called before anything is painted.
 */
export function setThemeAndLayout(
  document: Document,
  { appearance, layout }: Pick<CardAppearance, 'appearance' | 'layout'>,
): void {
  const root = document.documentElement;
  if (appearance) root.setAttribute('data-theme', appearance.theme === 'dark' ? 'dark' : 'light');
  if (layout) root.setAttribute('data-layout', layout);
}
