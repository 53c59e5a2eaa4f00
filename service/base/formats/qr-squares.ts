import encodeQr from 'qr';
import type { QrSquares } from '../../../contract/payments/pix-view.ts';

/** A code as the squares of a QR code, which a seventh of may be soiled (level M). */
export function qrSquares(code: string): QrSquares {
  // It draws at least one square of margin around.
  const rows = encodeQr(code, 'raw', { ecc: 'medium', border: 1 })
    .slice(1, -1)
    .map((row) => row.slice(1, -1));
  const bytes = new Uint8Array(Math.ceil(rows.length ** 2 / 8));
  rows.flat().forEach((isDark, place) => {
    if (isDark) bytes[place >> 3] = (bytes[place >> 3] ?? 0) | (128 >> (place & 7));
  });
  return { size: rows.length, squares: Buffer.from(bytes).toString('base64') };
}
