import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

// `npm run release:script -- https://api.example.com /srv/sdk-releases`: keeps the scripts that a
// service serves, so that it goes on serving them after the next release (SDK_RELEASES_DIR). They
// are taken from the service itself: it has written its own CHECKOUT_URL into them, and what pages
// name by its hash is exactly what is served.

const [address = setting('BASE_URL'), folder = setting('SDK_RELEASES_DIR')] = process.argv.slice(2);

/** Text that names a file or a folder, and never a path. */
const NAME = /^\w[\w.+-]{0,99}$/;

function setting(name) {
  return process.env[`CHECKOUT_${name}`] || process.env[name];
}

async function main() {
  if (!address || !folder || !URL.canParse(address)) {
    throw new Error('usage: npm run release:script -- ADDRESS_OF_THE_SERVICE FOLDER');
  }
  const { version, files } = JSON.parse(await read('/checkout/sdk/sri.json'));
  const names = Object.keys(files);
  if (![version, ...names].every((name) => NAME.test(name))) {
    throw new Error('the service names its files in a way that is not understood');
  }
  const listing = join(folder, 'releases.json');
  const releases = readListing(listing);
  if (releases.some((release) => release.version === version)) {
    console.log(`${version} is kept already.`);
    return;
  }
  mkdirSync(join(folder, version), { recursive: true });
  for (const name of names) {
    const { path, integrity } = files[name];
    const text = await read(path);
    const hash = `sha384-${createHash('sha384').update(text, 'utf8').digest('base64')}`;
    if (hash !== integrity) throw new Error(`${path} is not the file whose hash sri.json has`);
    writeFileSync(join(folder, version, name), text);
  }
  // Last, and at once: what is listed is whole.
  writeFileSync(
    `${listing}.new`,
    `${JSON.stringify([{ version, files }, ...releases], null, 2)}\n`,
  );
  renameSync(`${listing}.new`, listing);
  console.log(`${version} is kept in ${folder}.`);
}

async function read(path) {
  const response = await fetch(new URL(path, address)).catch((error) => {
    const reason = error.cause?.code ? ` (${error.cause.code})` : '';
    throw new Error(
      `${new URL(address).origin} cannot be reached from here${reason}: where it is behind a proxy, name the service itself, such as http://127.0.0.1:4010`,
    );
  });
  if (!response.ok) throw new Error(`${path} answered ${response.status}`);
  return response.text();
}

function readListing(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    if (error.code === 'ENOENT') return [];
    throw new Error(`${file} cannot be read as JSON`);
  }
}

main().catch((error) => {
  console.error(error.message);
  process.exitCode = 1;
});
