import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { startService } from './app.ts';
import { framesOf, nameOf } from './http/error-handler.ts';
import { readSettings, SettingsError } from './settings.ts';

/** The process: settings from the environment, a clean end on SIGTERM and SIGINT. */
async function main(): Promise<void> {
  const settings = {
    ...readSettings(process.env),
    webDir: fileURLToPath(new URL('..', import.meta.url)),
  };
  const log = pino({ level: settings.logLevel, base: null });
  const service = await startService(settings, { log });
  log.info({ baseUrl: service.baseUrl, checkoutUrl: service.checkoutUrl }, 'ready');

  let isStopping = false;
  const stop = () => {
    if (isStopping) return;
    isStopping = true;
    service.stop().then(
      () => process.exit(0),
      (error: unknown) => fail(error),
    );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}

/** One sentence, or a name with frames: a message of something else may quote what it was given. */
function fail(error: unknown): void {
  const lines =
    error instanceof SettingsError
      ? [error.message]
      : [`The service ended on ${nameOf(error)}.`, ...framesOf(error)];
  process.stderr.write(`${lines.join('\n')}\n`);
  process.exit(1);
}

process.on('uncaughtException', fail);
process.on('unhandledRejection', fail);
main().catch(fail);
