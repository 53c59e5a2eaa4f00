import type { QrSquares } from '../../contract/payments/pix-view.ts';

/** What readers need around a code, in its own squares. Source: ISO/IEC 18004, quiet zone. */
const MARGIN = 4;

/** The `d` of an SVG path, a shape for each run of a row; `side` includes the light margin. */
export function qrPath({ size, squares }: QrSquares): { path: string; side: number } {
  const bytes = atob(squares);
  const isDark = (x: number, y: number) => {
    const place = y * size + x;
    return x < size && (bytes.charCodeAt(place >> 3) >> (7 - (place & 7))) & 1;
  };
  let path = '';
  for (let y = 0; y < size; y += 1) {
    for (let x = 0; x < size; x += 1) {
      let run = 0;
      while (isDark(x + run, y)) run += 1;
      if (run > 0) path += `M${x + MARGIN} ${y + MARGIN}h${run}v1h-${run}z`;
      x += run;
    }
  }
  return { path, side: size + 2 * MARGIN };
}
