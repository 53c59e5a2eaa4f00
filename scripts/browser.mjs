import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { program } from './install.mjs';

const INSTALLED = [
  process.env.CHROMIUM_PATH,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/**
 * The Chromium to test with: an installed one, else Playwright's own download, else Debian's
 * package. Says which. Where none can be had, ends the process and says why.
 */
export async function ensureBrowser() {
  const installed = () => INSTALLED.find((path) => path && existsSync(path));
  const own = async () => {
    const { chromium } = await import('@playwright/test');
    const path = chromium.executablePath();
    return existsSync(path) ? path : undefined;
  };

  let path = installed();
  if (path) return say(path, 'installed');
  path = await own();
  if (path) return say(path, "Playwright's own");
  attempt(program('playwright'), ['install', 'chromium'], 180_000);
  path = await own();
  if (path) return say(path, "Playwright's own, downloaded now");
  attempt('apt-get', ['update'], 300_000);
  attempt('apt-get', ['install', '-y', 'chromium'], 600_000);
  path = installed();
  if (path) return say(path, "Debian's package, installed now");
  console.error('No Chromium: install one, or set CHROMIUM_PATH to it.');
  process.exit(1);
}

function say(path, origin) {
  console.log(`Browser: ${path} (${origin}).`);
  return path;
}

function attempt(command, args, timeoutMs) {
  spawnSync(command, args, { stdio: 'inherit', timeout: timeoutMs });
}
