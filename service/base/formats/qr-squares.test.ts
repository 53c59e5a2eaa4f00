import decodeQr from 'qr/decode.js';
import { expect, it } from 'vitest';
import type { QrSquares } from '../../../contract/payments/pix-view.ts';
import { qrSquares } from './qr-squares.ts';

const CODE =
  '00020126580014br.gov.bcb.pix013600000000-0000-4000-8000-00005a4db0c5520400005303986540' +
  '6159.905802BR5911Tres Marias6009Sao Paulo62290525042389F3CE9D1651CF135CDDD6304C6A8';

/** As a camera would see it: four points a square, and the light margin. */
function picture({ size, squares }: QrSquares) {
  const bits = Buffer.from(squares, 'base64');
  const side = (size + 8) * 4;
  const data = new Uint8Array(side * side * 4).fill(255);
  for (let at = 0; at < side * side; at += 1) {
    const [x, y] = [Math.floor((at % side) / 4) - 4, Math.floor(at / side / 4) - 4];
    if (x < 0 || y < 0 || x >= size || y >= size) continue;
    const place = y * size + x;
    const isDark = ((bits[place >> 3] ?? 0) >> (7 - (place & 7))) & 1;
    if (isDark) data.fill(0, at * 4, at * 4 + 3);
  }
  return { width: side, height: side, data };
}

it.each([
  ['a PIX code', CODE],
  ['a short text', 'PIX'],
  ['a long one', CODE.repeat(4)],
])('draws %s so that it is read back', (_, code) => {
  expect(decodeQr(picture(qrSquares(code)))).toBe(code);
});
