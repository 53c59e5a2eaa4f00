import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Project } from '@playwright/test';
import { defineConfig, firefox, webkit } from '@playwright/test';
import chromium from './playwright.config.ts';

/** Journeys over WebDriver, for a browser that Playwright does not speak to. */
const WEBDRIVER = '**/webdriver/*.spec.ts';

/** A shop in Next.js, which is installed for its own run alone. */
const NEXT = '**/next/**';

/** Speaks Chromium's own protocol, or sets its switches: no other browser can run these. */
const CHROMIUM_ALONE = /\/(element-life|hostile-port|frame-memory)\.spec\.ts$/;

/**
 * What is known to run in Debian's Firefox. Decision: a list of its own, since much of the rest
 * needs what Playwright's patched build alone has: a colour scheme to set, a policy to lift, the
 * bodies of requests.
 */
const DEBIAN_FIREFOX = [
  /e2e\/(pay|keyboard|threeds-challenge|threeds-accessibility)\.spec\.ts$/,
  /e2e\/(cvv-help|element-cvv|pix-element|card-again|kept-card|wrappers|fonts|preload|typing-at-random)\.spec\.ts$/,
  /e2e\/dashboard-(keyboard|operator)\.spec\.ts$/,
];

/**
 * Firefox and WebKit, each by whatever is there: Playwright's own build runs the suite, Debian's
 * Firefox (`FIREFOX_PATH`) the journeys of it, Debian's WebKit (`WEBKIT_DRIVER_PATH`) those of
 * `webdriver/`. `npm run test:browsers` finds them and says which ran.
 */
const projects: Project[] = [];
const { launchOptions: _, ...use } = chromium.use ?? {};

if (existsSync(firefox.executablePath())) {
  projects.push({
    name: 'firefox',
    testIgnore: [WEBDRIVER, NEXT, CHROMIUM_ALONE],
    use: { ...use, browserName: 'firefox' },
  });
} else if (process.env.FIREFOX_PATH) {
  projects.push({
    name: 'firefox-esr',
    testMatch: DEBIAN_FIREFOX,
    // Axe needs a policy lifted. The third types into fields behind a dialog of the page, which are
    // inert: no buyer can, and Firefox lets no driver either. Firefox keeps a module that once failed
    // to load as failed until the frame is new.
    // What slows the bank's page down asks for it in the form's name, and is told no body of it; nor
    // is the body of a page's request told, by which the CVV alone is seen on its way.
    // No dark scheme can be asked of it, and no count of nodes and listeners; and it asks its user before
    // a page may read what was copied. A frame that was moved is typed into by mouse and keys alone, not
    // by a driver that focuses and fills.
    grepInvert:
      /no violation is found|seen by axe|element mode keeps the top layer|once more where that failed|long in loading|is all that is typed|copies, and leaves the frame again|is preloaded unseen|by everybody: dark|thirty times/,
    use: {
      ...use,
      browserName: 'firefox',
      channel: 'moz-firefox',
      launchOptions: {
        executablePath: fileURLToPath(new URL('./debian/firefox.mjs', import.meta.url)),
        // Keys sent by the driver reach no frame of another process.
        firefoxUserPrefs: { 'fission.webContentIsolationStrategy': 0 },
      },
    },
  });
}

if (existsSync(webkit.executablePath())) {
  projects.push({
    name: 'webkit',
    testIgnore: [WEBDRIVER, NEXT, CHROMIUM_ALONE],
    use: { ...use, browserName: 'webkit' },
  });
} else if (process.env.WEBKIT_DRIVER_PATH) {
  projects.push({ name: 'webkitgtk', testMatch: WEBDRIVER });
}

export default defineConfig({
  ...chromium,
  testIgnore: [],
  workers: 1,
  timeout: 180_000,
  // A machine that also paints without a graphics card.
  expect: { timeout: 20_000, toPass: { timeout: 20_000 } },
  use: {},
  projects,
});
