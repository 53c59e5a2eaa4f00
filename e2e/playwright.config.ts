import { defineConfig } from '@playwright/test';

// Both are found by `npm test`; without either, Playwright takes its own headless shell.
const executablePath = process.env.HEADLESS_SHELL_PATH ?? process.env.CHROMIUM_PATH;

export default defineConfig({
  testDir: '.',
  // For browsers that Playwright does not speak to (e2e/browsers.config.ts), and for a shop in
  // Next.js, which is installed for its own run alone.
  testIgnore: ['**/webdriver/**', '**/next/**'],
  outputDir: '../test-results',
  fullyParallel: false,
  forbidOnly: true,
  retries: 0,
  workers: 2,
  timeout: 90_000,
  // A busy machine is slow, not wrong: what passes waits for nothing.
  expect: { timeout: 15_000, toPass: { timeout: 15_000 } },
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
