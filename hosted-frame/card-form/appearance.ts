import type { CardLook } from '../../contract/frame/card-calls.ts';

/**
 * Sets what the document's own styles go by: the one word of colours that the iframe element has
 * too, since a frame that differs from it is an opaque box, and the layout, if one is given. The
 * entry calls it as soon as it knows them, before anything is painted.
 */
export function applyAppearance(
  document: Document,
  { appearance, layout }: Pick<CardLook, 'appearance' | 'layout'>,
): void {
  const root = document.documentElement;
  if (appearance) root.setAttribute('data-theme', appearance.theme === 'dark' ? 'dark' : 'light');
  if (layout) root.setAttribute('data-layout', layout);
}
