import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { TEST_TAGS } from '../checks/test-tags.ts';

/** What `npm run test:release` runs where nginx, Caddy or Prometheus is installed. */
export default defineConfig({
  root: fileURLToPath(new URL('../..', import.meta.url)),
  test: {
    tags: TEST_TAGS,
    environment: 'node',
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
    include: ['scripts/deployed/*.deployed.ts'],
  },
});
