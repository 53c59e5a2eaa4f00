const SVG = 'http://www.w3.org/2000/svg';

/** Shapes on 80 by 50, in the colour of the text around; `accent`: where to look. */
type Shape = { d: string; as: 'line' | 'ground' | 'accent' };

const CARD =
  'M6 .5h68a5.5 5.5 0 0 1 5.5 5.5v38a5.5 5.5 0 0 1-5.5 5.5h-68A5.5 5.5 0 0 1 .5 44V6A5.5 5.5 0 0 1 6 .5z';

/** Digits are drawn as dots: a picture of a number would be read as one. */
function dots(x: number, y: number, count: number): string {
  return Array.from({ length: count }, (_dot, index) => `M${x + index * 5} ${y}h3v3h-3z`).join('');
}

/** The back of a card: stripe, strip of the signature, and three digits at its end. */
export function drawBack(document: Document): SVGElement {
  return draw(document, [
    { d: CARD, as: 'line' },
    { d: 'M1 8h78v9H1z', as: 'ground' },
    { d: 'M7.5 24.5h44v10h-44z', as: 'line' },
    { d: dots(57, 28, 3), as: 'ground' },
    { d: 'M53.5 21.5h21v16h-21z', as: 'accent' },
  ]);
}

/** The front of an American Express card: chip, number, and four digits above its end. */
export function drawAmexFront(document: Document): SVGElement {
  return draw(document, [
    { d: CARD, as: 'line' },
    { d: 'M8 17h11v9H8z', as: 'ground' },
    { d: dots(8, 34, 4) + dots(32, 34, 3) + dots(51, 34, 4), as: 'ground' },
    { d: dots(53, 18, 4), as: 'ground' },
    { d: 'M49.5 11.5h26v16h-26z', as: 'accent' },
  ]);
}

function draw(document: Document, shapes: readonly Shape[]): SVGElement {
  const picture = document.createElementNS(SVG, 'svg');
  picture.setAttribute('viewBox', '0 0 80 50');
  picture.setAttribute('aria-hidden', 'true');
  for (const { d, as } of shapes) {
    const path = document.createElementNS(SVG, 'path');
    path.setAttribute('d', d);
    path.setAttribute('fill', as === 'ground' ? 'currentColor' : 'none');
    if (as !== 'ground') {
      path.setAttribute('stroke', as === 'accent' ? 'var(--colorPrimary)' : 'currentColor');
      path.setAttribute('stroke-width', as === 'accent' ? '2.5' : '1');
    }
    picture.append(path);
  }
  return picture;
}
