import { spawnSync } from 'node:child_process';
import { ensureBuilt } from './build/built.mjs';
import { enterProject, program } from './install.mjs';
import { findOtherBrowsers } from './other-browsers.mjs';

// `npm run test:browsers [-- <what playwright test takes>]`: the end-to-end suite, or its journeys,
// in Firefox and WebKit. Only a failed test makes it fail; an engine that is missing is named.

enterProject();
const { firefox, webkit } = await findOtherBrowsers();
ensureBuilt();

const chosen = process.argv.slice(2);
const isAnyThere = [firefox, webkit].some(({ reason }) => reason === undefined);
const { status } = isAnyThere
  ? spawnSync(program('playwright'), ['test', '-c', 'e2e/browsers.config.ts', ...chosen], {
      stdio: 'inherit',
      env: {
        ...process.env,
        ...(firefox.program ? { FIREFOX_PATH: firefox.program } : {}),
        ...(webkit.program ? { WEBKIT_DRIVER_PATH: webkit.program } : {}),
      },
    })
  : { status: 0 };

// Chosen tests may leave an engine out; the engines that were found are named all the same.
const verb = chosen.length === 0 ? 'tested with' : 'found';
for (const [engine, { own, program: path, reason }] of Object.entries({ firefox, webkit })) {
  console.log(
    reason === undefined
      ? `${engine}: ${verb} ${own ? `Playwright's own build, ${own}` : versionOf(path)}.`
      : `${engine}: NOT TESTED, ${reason}.`,
  );
}
process.exit(status ?? 1);

/** Name and version of Debian's package of an engine. */
function versionOf(path) {
  const { stdout } = spawnSync('dpkg-query', ['--search', path], { encoding: 'utf8' });
  const name = stdout?.split(':')[0];
  if (!name) return path;
  const shown = spawnSync('dpkg-query', ['--show', name], { encoding: 'utf8' }).stdout;
  return shown.trim().replace('\t', ' ');
}
