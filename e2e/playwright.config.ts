import { defineConfig } from '@playwright/test';

// Both are found by `npm test`; without either, Playwright takes its own headless shell.
const executablePath = process.env.HEADLESS_SHELL_PATH ?? process.env.CHROMIUM_PATH;

/** For browsers that Playwright does not speak to, and for a shop in Next.js with a run of its own. */
const OTHERS = ['**/webdriver/**', '**/next/**'];

/** What takes longest begins first: a long file that begins last leaves the other worker idle. */
const LONGEST = [
  ...['threeds-challenge', 'payment-element', 'pay', 'element-look', 'dashboard-accessibility'],
  ...['threeds-cards', 'pix-element', 'wrappers', 'shop-accessibility', 'dashboard-keyboard'],
  ...['docs-samples', 'docs-en', 'error-codes', 'canary', 'threeds-hostile', 'dashboard-sign-in'],
].map((stem) => `**/${stem}.spec.ts`);

export default defineConfig({
  testDir: '.',
  testIgnore: OTHERS,
  outputDir: '../test-results',
  fullyParallel: false,
  forbidOnly: true,
  retries: 0,
  // Two leave a third of two processors idle: a browser's test waits for clocks and frames.
  workers: 3,
  timeout: 90_000,
  // A busy machine is slow, not wrong: what passes waits for nothing.
  expect: { timeout: 15_000, toPass: { timeout: 15_000 } },
  projects: [
    { name: 'longest', testMatch: LONGEST },
    { name: 'others', testIgnore: [...OTHERS, ...LONGEST] },
  ],
  reporter: [['list'], ['../scripts/checks/playwright-reporter.ts']],
  use: {
    browserName: 'chromium',
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      args: ['--no-sandbox', '--disable-background-networking', '--disable-component-update'],
    },
  },
});
