import { existsSync } from 'node:fs';
import { findProgram, installFromDebian } from './system/debian.mjs';

/** What each engine is tested with where Playwright has no build of it, as Debian names it. */
const DEBIAN = {
  firefox: { packages: ['firefox-esr'], programs: ['firefox-esr'] },
  webkit: { packages: ['webkit2gtk-driver', 'xvfb'], programs: ['WebKitWebDriver', 'Xvfb'] },
};

/**
 * Playwright's own build (`{ own }`), else Debian's program (`{ program }`), installed as root on a
 * Debian-like system, else `{ reason }`, a sentence.
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
  const missing = () => programs.filter((name) => findProgram(name) === undefined);
  if (missing().length > 0) {
    const failure = installFromDebian(packages);
    if (failure !== null) {
      return { reason: `no build of Playwright's, no ${missing().join(' nor ')}, and ${failure}` };
    }
    if (missing().length > 0) return { reason: `${packages.join(', ')} brought no ${missing()}` };
  }
  return { program: findProgram(programs[0]) };
}
