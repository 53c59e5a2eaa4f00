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

const DEBIAN_CHROMIUM = '/usr/bin/chromium';
const DEBIAN_HEADLESS_SHELL = '/usr/bin/chromium-headless-shell';

export function installedBrowser() {
  return INSTALLED.find((path) => path && existsSync(path));
}

/** An installed one, else Playwright's, else Debian's package; ends the process without any. */
export async function ensureBrowser() {
  const own = async () => {
    const path = await ownPath();
    return existsSync(path) ? path : undefined;
  };

  let path = installedBrowser();
  if (path) return say(path, 'installed');
  path = await own();
  if (path) return say(path, "Playwright's own");
  attempt(program('playwright'), ['install', 'chromium'], 180_000);
  path = await own();
  if (path) return say(path, "Playwright's own, downloaded now");
  attempt('apt-get', ['update'], 300_000);
  attempt('apt-get', ['install', '-y', 'chromium'], 600_000);
  path = installedBrowser();
  if (path) return say(path, "Debian's package, installed now");
  console.error('No Chromium: install one, or set CHROMIUM_PATH to it.');
  process.exit(1);
}

/**
 * Beside Debian's Chromium its headless shell, the same engine without the browser's own windows,
 * whose pages take as much of the processor as those under test. Playwright finds its own.
 */
export async function ensureTestBrowsers() {
  const chromium = await ensureBrowser();
  if (chromium === (await ownPath())) return {};
  const shell = process.env.HEADLESS_SHELL_PATH ?? debianHeadlessShell(chromium);
  if (shell === undefined) return { CHROMIUM_PATH: chromium };
  console.log(`Most end-to-end tests: ${shell}.`);
  return { CHROMIUM_PATH: chromium, HEADLESS_SHELL_PATH: shell };
}

/** Of the same release as `chromium`, installed where it can be; without it the tests take longer. */
function debianHeadlessShell(chromium) {
  const found = () => (existsSync(DEBIAN_HEADLESS_SHELL) ? DEBIAN_HEADLESS_SHELL : undefined);
  if (chromium !== DEBIAN_CHROMIUM) return undefined;
  if (found() === undefined && process.getuid?.() === 0) {
    const install = ['install', '-y', 'chromium', 'chromium-headless-shell'];
    attempt('apt-get', install, 600_000);
    if (found() === undefined && attempt('apt-get', ['update'], 300_000)) {
      attempt('apt-get', install, 600_000);
    }
  }
  return found();
}

async function ownPath() {
  const { chromium } = await import('@playwright/test');
  return chromium.executablePath();
}

function say(path, origin) {
  console.log(`Browser: ${path} (${origin}).`);
  return path;
}

function attempt(command, args, timeoutMs) {
  return spawnSync(command, args, { stdio: 'inherit', timeout: timeoutMs }).status === 0;
}
