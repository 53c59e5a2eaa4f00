import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, extname, join } from 'node:path';

// `npm run docs:place -- https://docs.example.com /srv/checkout-docs`: the documentation as files for
// a web server, at `/docs` below the folder. Its pages are written with addresses of one machine;
// the ones that BASE_URL and CHECKOUT_URL name take their place. What works only beside the sandbox
// (the links to its shop, the forms that send a call) is left out.

const [site, folder] = process.argv.slice(2);
const [BASE_URL, CHECKOUT_URL] = ['BASE_URL', 'CHECKOUT_URL'].map(
  (name) => process.env[`CHECKOUT_${name}`] || process.env[name],
);
const BESIDE_SANDBOX = /<!--sandbox-->[\s\S]*?<!--\/sandbox-->/g;
const FOR_SANDBOX = ['.built', 'try-it.js', 'calls.json'];
const TEXTS = new Set(['.html', '.js', '.json', '.txt', '.xml']);

function main() {
  if (![site, BASE_URL, CHECKOUT_URL].every(isOrigin) || !folder) {
    throw new Error(
      'usage: BASE_URL=... CHECKOUT_URL=... npm run docs:place -- ORIGIN_OF_THE_DOCUMENTATION FOLDER',
    );
  }
  const addresses = new Map([
    ['http://127.0.0.1:4010', BASE_URL],
    ['http://127.0.0.1:4011', CHECKOUT_URL],
    ['http://127.0.0.1:4020', site],
  ]);
  const written = new RegExp([...addresses.keys()].join('|').replaceAll('.', '\\.'), 'g');
  const place = join(folder, 'docs');
  const built = join(import.meta.dirname, '../dist/docs');
  cpSync(built, place, {
    recursive: true,
    filter: (path) => !FOR_SANDBOX.includes(basename(path)),
  });
  const entries = readdirSync(place, { recursive: true, withFileTypes: true });
  for (const entry of entries) {
    if (!entry.isFile() || !TEXTS.has(extname(entry.name))) continue;
    const file = join(entry.parentPath, entry.name);
    const text = readFileSync(file, 'utf8').replace(BESIDE_SANDBOX, '');
    writeFileSync(
      file,
      text.replace(written, (address) => addresses.get(address) ?? address),
    );
  }
  console.log(`The documentation is in ${place}.`);
}

function isOrigin(text) {
  return URL.canParse(text ?? '') && new URL(text).origin === text;
}

try {
  main();
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
