/** No page's text is ever markup here. */
export function makeElement<Tag extends keyof HTMLElementTagNameMap>(
  document: Document,
  tag: Tag,
  attributes: { readonly [name: string]: string } = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

const SVG = 'http://www.w3.org/2000/svg';

export function makeQr(document: Document, attributes: { readonly [name: string]: string }) {
  const svg = document.createElementNS(SVG, 'svg');
  const path = document.createElementNS(SVG, 'path');
  for (const [name, value] of Object.entries({ role: 'img', ...attributes })) {
    svg.setAttribute(name, value);
  }
  path.id = 'dark';
  svg.append(path);
  return svg;
}
