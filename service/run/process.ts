import { pino } from 'pino';
import { realTimers } from '../base/shared/periodic.ts';
import { nameOf } from '../http/error-handler.ts';
import type { Settings } from '../settings.ts';
import { startService } from './app.ts';
import { warnOfOldNode } from './compose/node-support.ts';
import { readOpenFilesLimit, requireOpenFiles } from './compose/open-files.ts';
import { createSupervisor } from './compose/supervisor.ts';
import { lastWords } from './last-words.ts';

/** To a clean end on SIGTERM or SIGINT. `env`: in which systemd says how it is told. */
export async function runProcess(settings: Settings, env: NodeJS.ProcessEnv): Promise<void> {
  requireOpenFiles(settings, readOpenFilesLimit());
  // Written while requests go on, many lines at once when there are many; whole at the exit.
  const log = pino({ level: settings.logLevel, base: null }, pino.destination({ sync: false }));
  // With a broken engine every call would fail until whoever supervises this starts it again.
  const ownProcess = { isWholeProcess: true, onDatabaseLost: endProcess };
  const starting = startService(settings, { log, ...ownProcess });
  const supervisor = createSupervisor(env, {
    timers: realTimers,
    onError: (error) => log.error({ error: nameOf(error) }, 'systemd could not be told'),
  });

  let isStopping = false;
  const stop = () => {
    if (isStopping) return;
    isStopping = true;
    log.info('stopping');
    void supervisor.stopping();
    // What has begun to start is started first: half a start has no clean end.
    starting
      .then((service) => service.stop())
      .then(
        () => process.exit(0),
        (error: unknown) => endProcess(error),
      );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);

  log.info({ mode: settings.mode }, 'starting');
  for (const remark of settings.remarks) log.warn(remark);
  warnOfOldNode(log, { mode: settings.mode, version: process.version, now: new Date() });
  // The embedded engine opens nothing that Node waits for. With nothing to wait for, Node would let
  // every compilation in the background end before the start goes on.
  const open = setInterval(() => undefined, 60_000);
  const { baseUrl, checkoutUrl, metricsUrl } = await starting.finally(() => clearInterval(open));
  log.info({ baseUrl, checkoutUrl, metricsUrl }, 'ready');
  await supervisor.ready();
}

export function endProcess(error: unknown): void {
  process.stderr.write(lastWords('service', error));
  process.exit(1);
}
