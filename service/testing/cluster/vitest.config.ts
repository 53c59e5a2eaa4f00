import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { TEST_TAGS } from '../../../scripts/checks/test-tags.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** Where the tests lie that run on each engine; the others say nothing of this one. */
const FOLDERS = [
  ...['cards', 'ledger', 'limits', 'payins', 'payouts', 'webhooks'].map((room) => `domain/${room}`),
  'api',
  'cli',
  'store',
];

/** Of those, what is about one machine: its plans, its migrations, its locks, how it is closed. */
const OF_ONE_MACHINE = [
  'service/cli/distribute-command.test.ts',
  'service/cli/run-command.test.ts',
  'service/domain/payins/payin-transition.test.ts',
  'service/store/engine/migrate.test.ts',
  'service/store/engine/postgres-db.test.ts',
  'service/store/tables/payins/payin-indexes.test.ts',
  'service/store/schema.test.ts',
  'service/store/tables/webhooks/webhook-list-plan.test.ts',
];

const tests = FOLDERS.flatMap((folder) =>
  readdirSync(join(ROOT, 'service', folder), { recursive: true, encoding: 'utf8' }).map(
    (name) => `service/${folder}/${name}`,
  ),
)
  .filter((path) => path.endsWith('.test.ts') && !OF_ONE_MACHINE.includes(path))
  .filter((path) => readFileSync(join(ROOT, path), 'utf8').includes('Databases('));

/** The tests of the service that `npm run test:cluster` runs, one file after the other. */
export default defineConfig({
  root: ROOT,
  test: {
    tags: TEST_TAGS,
    environment: 'node',
    isolate: false,
    fileParallelism: false,
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 30_000 } },
    globalSetup: ['service/testing/embedded-template.ts', 'service/testing/cluster/server.ts'],
    include: ['service/testing/cluster/*.cluster.ts', ...tests],
  },
});
