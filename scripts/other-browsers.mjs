import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** What each engine is tested with where Playwright has no build of it, as Debian names it. */
const DEBIAN = {
  firefox: { packages: ['firefox-esr'], programs: ['firefox-esr'] },
  webkit: {
    packages: ['webkit2gtk-driver', 'xvfb'],
    programs: ['WebKitWebDriver', 'Xvfb'],
  },
};

/**
 * Finds Firefox and WebKit: Playwright's own build, else Debian's programs, installed where that is
 * possible without asking: as root on a Debian-like system. Gives for each engine `{ own }` (the
 * path of Playwright's build), `{ program }` (the path of Debian's), or `{ reason }`, a sentence on
 * why there is none.
 */
export async function findOtherBrowsers() {
  const playwright = await import('@playwright/test');
  const found = {};
  for (const [engine, debian] of Object.entries(DEBIAN)) {
    const own = playwright[engine].executablePath();
    found[engine] = existsSync(own) ? { own } : ofDebian(debian);
  }
  return found;
}

function ofDebian({ packages, programs }) {
  const missing = () => programs.filter((name) => find(name) === undefined);
  if (missing().length > 0) {
    if (process.platform !== 'linux' || process.getuid?.() !== 0 || !find('apt-get')) {
      return {
        reason: `no build of Playwright's, no ${missing().join(' nor ')}, and only root on Debian can install ${packages.join(' and ')}`,
      };
    }
    const failure = install(packages);
    if (failure !== null) return { reason: failure };
    if (missing().length > 0) return { reason: `${packages.join(', ')} brought no ${missing()}` };
  }
  return { program: find(programs[0]) };
}

/** Null, or a sentence on why the packages are not there. */
function install(packages) {
  console.log(`Installing ${packages.join(' and ')} for the tests (apt-get install) ...`);
  for (const args of [['update'], ['install', '-y', '--no-install-recommends', ...packages]]) {
    const { status, stderr } = spawnSync('apt-get', ['-o', 'DPkg::Lock::Timeout=60', ...args], {
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      encoding: 'utf8',
      timeout: 600_000,
    });
    if (status !== 0) {
      return `apt-get ${args[0]} failed: ${stderr?.trim().split('\n').at(-1) ?? 'no answer'}`;
    }
  }
  return null;
}

function find(name) {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
}
