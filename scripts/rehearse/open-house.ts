import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { ApiError } from '../../service/base/shared/api-error.ts';
import type { Row } from '../../service/cli/command.ts';
import type { SendWebhook } from '../../service/domain/webhooks/webhook-delivery.ts';
import { startService } from '../../service/run/app.ts';
import { askService, socketPathOf } from '../../service/run/socket.ts';
import { readSettings } from '../../service/settings.ts';
import type { Parties } from './open-parties.ts';
import { openTlsOrigin } from './tls-origin.ts';

export type Operate = (command: string, options?: Record<string, string>) => Promise<Row[]>;

export type House = {
  baseUrl: string;
  checkoutUrl: string;
  stageUrl: string;
  metricsUrl: string;
  dataDir: string;
  operate: Operate;
  readLog: () => string;
  stop: () => Promise<void>;
};

/**
 * Starts the service in production mode: settings as from an environment, its key from outside, https
 * origins, an empty database in a temporary folder. Only where the parties are is told otherwise.
 */
export async function openHouse(
  { authority, whereabouts }: Pick<Parties, 'authority' | 'whereabouts'>,
  { sendWebhook, builtDir }: { sendWebhook: SendWebhook; builtDir: string },
): Promise<House> {
  const identity = authority.issueServer(['localhost', '127.0.0.1']);
  const [base, checkout, stage] = [
    await openTlsOrigin(identity),
    await openTlsOrigin(identity),
    await openTlsOrigin(identity),
  ];
  const dataDir = mkdtempSync(join(tmpdir(), 'rehearse-'));
  const logFile = join(dataDir, 'service.log');
  const settings = readSettings({
    MODE: 'production',
    DATA_DIR: dataDir,
    KEY_ENCRYPTION_KEY: `1:${randomBytes(32).toString('base64')}`,
    BASE_URL: base.url,
    CHECKOUT_URL: checkout.url,
    THREEDS_URL: stage.url,
    API_PORT: `${base.port}`,
    CHECKOUT_PORT: `${checkout.port}`,
    THREEDS_PORT: `${stage.port}`,
    METRICS_PORT: '0',
    TRUSTED_PROXY_HOPS: '1',
    DRAIN_MS: '0',
  });
  const service = await startService(
    { ...settings, ...builtFiles(builtDir) },
    {
      providers: whereabouts,
      sendWebhook,
      log: pino({ base: null }, pino.destination({ dest: logFile, sync: true })),
    },
  );
  return {
    baseUrl: base.url,
    checkoutUrl: checkout.url,
    stageUrl: stage.url,
    metricsUrl: service.metricsUrl,
    dataDir,
    operate: (command, options = {}) => operate(socketPathOf(dataDir), { command, options }),
    readLog: () => readFileSync(logFile, 'utf8'),
    async stop() {
      await service.stop();
      await Promise.all([base, checkout, stage].map((origin) => origin.stop()));
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** What browsers load, where it was built; without it the API is served alone. */
function builtFiles(builtDir: string) {
  const templateDir = join(builtDir, 'database');
  return {
    ...(existsSync(join(builtDir, 'hosted-frame')) ? { webDir: builtDir } : {}),
    ...(existsSync(templateDir) ? { templateDir } : {}),
  };
}

/** As the command program does it beside a service that has the database. */
async function operate(
  socket: string,
  { command, options }: { command: string; options: Record<string, string> },
): Promise<Row[]> {
  const answer = await askService(socket, { command, options, actor: 'rehearsal' }).catch(
    (error: unknown) => {
      if (!(error instanceof ApiError)) throw error;
      const details = error.details.map(({ path, message }) => `${path} ${message}`).join(', ');
      throw new Error(`"${command}" was refused: ${error.code} ${details}`);
    },
  );
  if (answer === null) throw new Error('the service takes no commands');
  const { content, isBad } = answer;
  const rows = 'rows' in content ? content.rows : [content.record];
  if (isBad) throw new Error(`"${command}" found something wrong: ${JSON.stringify(rows)}`);
  return rows;
}
