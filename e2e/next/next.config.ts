import { defineConfig } from '@playwright/test';
import chromium from '../playwright.config.ts';

/** The shop in Next.js, which `npm run test:next` installs and builds. */
export default defineConfig({
  ...chromium,
  testIgnore: [],
  reporter: 'list',
  outputDir: '../../test-results',
  workers: 1,
});
