import { pino } from 'pino';
import { startService } from '../run/app.ts';
import { readSettings } from '../settings.ts';

/**
 * A service of the campaign whose clock jumps, as a machine's does that is set anew: ten minutes forth
 * by SIGUSR2, and ten minutes back by SIGHUP. Settings come from the environment, as in `main.ts`.
 */
const JUMP_MS = 10 * 60_000;
const clock = { aheadMs: 0 };

process.on('SIGUSR2', () => {
  clock.aheadMs += JUMP_MS;
});
process.on('SIGHUP', () => {
  clock.aheadMs -= JUMP_MS;
});

const service = await startService(
  { ...readSettings(process.env), drainMs: 0 },
  {
    now: () => new Date(Date.now() + clock.aheadMs),
    log: pino({ level: 'silent' }),
    isWholeProcess: true,
  },
);
process.once('SIGTERM', () => void service.stop().then(() => process.exit(0)));
