import { createInterface } from 'node:readline';
import { pino } from 'pino';
import { startService } from '../run/app.ts';
import { readSettings } from '../settings.ts';
import { openEmbeddedDb } from '../store/engine/embedded-db.ts';
import { openDb } from '../store/engine/open-db.ts';
import { embeddedTemplate } from './embedded-template.ts';
import { FREE_PORTS } from './free-ports.ts';
import { readKillPoint, withKillPoint } from './kill-point.ts';

/**
 * A service on free ports for a test that kills it. Arguments: its directory, how many seconds its
 * clock is ahead, the address of a PostgreSQL server, the program that reads a copy for a backup.
 * Prints its addresses; a line on its input names the point at which it kills itself, and is repeated
 * once that is armed; the end of its input is its own end.
 */
const [, , dataDir = '', secondsAhead = '0', databaseUrl = '', backupReader] = process.argv;
// What a killed process has written is the kernel's, so no disk is waited for.
const opened =
  databaseUrl === ''
    ? await openEmbeddedDb(dataDir, { template: embeddedTemplate, fsync: () => undefined })
    : await openDb({ dataDir, databaseUrl });
const { db, arm } = withKillPoint(opened, () => {
  process.kill(process.pid, 'SIGKILL');
  return new Promise<never>(() => undefined);
});
const service = await startService(
  {
    ...readSettings({ DATA_DIR: dataDir }),
    ...FREE_PORTS,
    ...(backupReader === undefined ? {} : { backupReader }),
  },
  {
    db,
    log: pino({ level: 'silent' }),
    now: () => new Date(Date.now() + Number(secondsAhead) * 1_000),
  },
);
const { baseUrl, checkoutUrl, paymentPageUrl } = service;
process.stdout.write(`${baseUrl} ${checkoutUrl} ${paymentPageUrl}\n`);
for await (const line of createInterface({ input: process.stdin })) {
  arm(readKillPoint(line));
  process.stdout.write(`${line}\n`);
}
await service.stop();
process.exit(0);
