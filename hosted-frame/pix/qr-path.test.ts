import { expect, it } from 'vitest';
import { qrPath } from './qr-path.ts';

/** The bits of rows of `#` and `.`, as the service sends them. */
function squaresOf(rows: readonly string[]) {
  const bits = rows.join('').padEnd(Math.ceil(rows.length ** 2 / 8) * 8, '.');
  const bytes = bits.match(/.{8}/g) ?? [];
  const text = bytes.map((byte) =>
    String.fromCharCode(Number.parseInt(byte.replaceAll('#', '1').replaceAll('.', '0'), 2)),
  );
  return { size: rows.length, squares: btoa(text.join('')) };
}

it('draws each run of dark squares once, inside a margin of four', () => {
  expect(qrPath(squaresOf(['##.', '..#', '###']))).toEqual({
    path: 'M4 4h2v1h-2zM6 5h1v1h-1zM4 6h3v1h-3z',
    side: 11,
  });
});

it('draws nothing where nothing is dark', () => {
  expect(qrPath(squaresOf(['...', '...', '...'])).path).toBe('');
});

it('does not let a run go on in the next row', () => {
  expect(qrPath(squaresOf(['..#', '#..', '...'])).path).toBe('M6 4h1v1h-1zM4 5h1v1h-1z');
});
