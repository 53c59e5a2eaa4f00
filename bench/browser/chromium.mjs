import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectPipe } from './cdp.mjs';

// The pages of the browser's own windows run in renderers beside ours.
const OFF = [
  'BackForwardCache',
  'MediaRouter',
  'OptimizationHints',
  'PreloadTopChromeWebUI',
  'Translate',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxPopup',
];

/** A name of this machine that is a site of its own, and secure, to a browser. */
export const FRAME_HOST = 'checkout.localhost';

// Every site in a process of its own, as on a desktop; nothing slowed down because nobody looks;
// nothing of the browser's own on the wire or kept from one visit to the next.
const FLAGS = [
  '--headless=new',
  '--remote-debugging-pipe',
  '--site-per-process',
  '--disable-background-timer-throttling',
  '--disable-backgrounding-occluded-windows',
  '--disable-renderer-backgrounding',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-default-apps',
  '--disable-extensions',
  '--disable-sync',
  '--disable-dev-shm-usage',
  `--disable-features=${OFF.join(',')}`,
  '--no-default-browser-check',
  '--no-first-run',
  '--window-size=1280,900',
  // Not by IPv6 first, where nobody listens.
  `--host-resolver-rules=MAP ${FRAME_HOST} 127.0.0.1`,
];

export async function launchChromium(path) {
  const profile = mkdtempSync(join(tmpdir(), 'checkout-bench-browser-'));
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const child = spawn(path, [...FLAGS, ...sandbox, `--user-data-dir=${profile}`, 'about:blank'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
  });
  const exited = once(child, 'exit');
  const cdp = connectPipe({ input: child.stdio[3], output: child.stdio[4] });
  const browser = cdp.session();
  const { product } = await browser.send('Browser.getVersion');
  return {
    cdp,
    browser,
    product,
    async stop() {
      await browser.send('Browser.close').catch(() => undefined);
      await exited;
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
