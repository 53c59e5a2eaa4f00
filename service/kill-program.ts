import { pino } from 'pino';
import { startService } from './app.ts';
import { readSettings } from './settings.ts';

/** A service on free ports for a test that kills it: prints its address, then each charge. */
const [, , dataDir = ''] = process.argv;
const service = await startService(
  {
    ...readSettings({ DATA_DIR: dataDir }),
    apiPort: 0,
    checkoutPort: 0,
    threeDSPort: 0,
    bankPort: 0,
  },
  { log: pino({ level: 'silent' }) },
);
process.stdout.write(`${service.baseUrl}\n`);
process.stdin.resume().on('end', () => {
  service.stop().then(() => process.exit(0));
});
