import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pino } from 'pino';
import { startService } from '../run/app.ts';
import { readSettings } from '../settings.ts';
import { openEmbeddedDb } from '../store/engine/embedded-db.ts';
import { openDb } from '../store/engine/open-db.ts';
import { embeddedTemplate } from './embedded-template.ts';
import { FREE_PORTS } from './free-ports.ts';
import { TEST_KEY } from './test-operator.ts';
import { manualTimers } from './test-timers.ts';

/**
 * A service that asks outside parties, for a test that plays them and kills it. Arguments: its
 * directory, how many seconds its clock is ahead, where the parties are (JSON), the address of a
 * PostgreSQL server. The clock stands still and no deadline ends by itself: the line `pass 60` moves
 * the clock by a minute, does once what is done every 15 seconds, and is repeated once that is done.
 * It logs all it can into `service.log`; the end of its input is its own end.
 */
const START = Date.UTC(2026, 10, 23, 12);
const ROUND_MS = 15_000;

const [, , dataDir = '', secondsAhead = '0', parties = '{}', databaseUrl] = process.argv;
const db =
  databaseUrl === undefined
    ? await openEmbeddedDb(dataDir, { template: embeddedTemplate, fsync: () => undefined })
    : await openDb({ dataDir, databaseUrl });
let time = START + Number(secondsAhead) * 1_000;
const { timers, round } = manualTimers();

const service = await startService(
  {
    ...readSettings({ DATA_DIR: dataDir }),
    ...FREE_PORTS,
    keyEncryptionKeys: [{ version: 1, key: TEST_KEY }],
  },
  {
    db,
    timers,
    now: () => new Date(time),
    providers: JSON.parse(parties),
    // Written before it goes on, so that nothing of it is lost when it is killed.
    log: pino(
      { base: null, level: 'trace' },
      pino.destination({ dest: join(dataDir, 'service.log'), sync: true, append: true }),
    ),
  },
);
process.stdout.write(`${service.baseUrl}\n`);
for await (const line of createInterface({ input: process.stdin })) {
  time += Number(line.replace('pass ', '')) * 1_000;
  await round(ROUND_MS);
  process.stdout.write(`${line}\n`);
}
await service.stop();
process.exit(0);
