import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { printTable } from '../../scripts/system/table.mjs';

/** Exact sizes of what the build made for browsers, beside the floor's. Kilobytes of 1024. */
export function measureSize({ root }) {
  const dist = (...path) => join(root, 'dist', ...path);
  const chunks = readdirSync(dist('hosted-frame/assets')).sort();
  const files = [
    ['floor: script', new URL('../floor/floor.js', import.meta.url)],
    ['floor: document', new URL('../floor/frame.html', import.meta.url)],
    ['checkout-sdk.js', dist('sdk/checkout-sdk.js')],
    ['card document', dist('hosted-frame/card.html')],
    ...chunks.map((name) => [
      `frame chunk ${name.split('-')[0]}`,
      dist('hosted-frame/assets', name),
    ]),
    ...readdirSync(dist('sdk'))
      .filter((name) => name.endsWith('.js') && name !== 'checkout-sdk.js')
      .map((name) => [name, dist('sdk', name)]),
    ...readdirSync(dist('hosted-frame'))
      .filter((name) => name.endsWith('.html') && name !== 'card.html')
      .map((name) => [`${name.replace('.html', '')} document`, dist('hosted-frame', name)]),
  ];
  const sizes = files.map(([name, path]) => ({ name, ...sizeOf(readFileSync(path)) }));
  printTable(
    'Size (bytes)',
    ['', 'raw', 'gzip 9', 'brotli 11'],
    sizes.map(({ name, raw, gzip, brotli }) => [name, raw, gzip, brotli]),
  );
  const brotliOf = (name) => sizes.find((size) => size.name === name)?.brotli ?? Number.NaN;
  const brand = brotliOf('frame chunk brand');
  return {
    sdk: brotliOf('checkout-sdk.js'),
    card: brotliOf('card document'),
    cardWithBrands: brotliOf('card document') + (Number.isNaN(brand) ? 0 : brand),
  };
}

function sizeOf(bytes) {
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
  return {
    raw: bytes.length,
    gzip: gzipSync(bytes, { level: 9 }).length,
    brotli: brotliCompressSync(bytes, { params }).length,
  };
}
