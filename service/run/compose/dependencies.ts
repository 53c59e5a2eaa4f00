import type { Logger } from 'pino';
import { pino } from 'pino';
import packageInfo from '../../../package.json' with { type: 'json' };
import type { RandomBytes, RotatingEnvelope } from '../../base/crypto/envelope.ts';
import { createRotatingEnvelope } from '../../base/crypto/envelope.ts';
import { readOrCreateKeyFile } from '../../base/crypto/key-file.ts';
import { createRandomBytes } from '../../base/crypto/random-bytes.ts';
import type { Db } from '../../base/shared/db.ts';
import type { Timers } from '../../base/shared/periodic.ts';
import { realTimers } from '../../base/shared/periodic.ts';
import { SettingsError } from '../../base/shared/settings-error.ts';
import { createOtlpSender } from '../../base/traces/otlp.ts';
import { createSpanQueue } from '../../base/traces/span-queue.ts';
import { createTracer } from '../../base/traces/tracer.ts';
import type { Traces } from '../../base/traces/traces.ts';
import { NO_TRACES } from '../../base/traces/traces.ts';
import type { Metrics } from '../../domain/metrics/metrics.ts';
import type { Prometheus } from '../../domain/metrics/prometheus.ts';
import { createPrometheus } from '../../domain/metrics/prometheus.ts';
import type { SendWebhook } from '../../domain/webhooks/webhook-delivery.ts';
import type { Provider } from '../../providers/provider.ts';
import type { Providers } from '../../providers/providers.ts';
import type { ProviderOverride } from '../../providers/registered/read-settings.ts';
import type { Settings } from '../../settings.ts';
import { keyFileOf } from '../../settings.ts';
import { readTemplate } from '../../store/engine/database-template.ts';
import { openDb } from '../../store/engine/open-db.ts';
import { reasonOf } from '../../store/engine/refusal-reason.ts';
import { watchDb } from '../../store/engine/watched-db.ts';
import { migrations } from '../../store/migrations/migrations.ts';

export type Overrides = {
  now?: () => Date;
  elapsedMs?: () => number;
  randomBytes?: RandomBytes;
  timers?: Timers;
  log?: Logger;
  /** An open database; it is migrated here and closed by `stop`. */
  db?: Db;
  /**
   * Of the sandbox, or parts of it, whose bank is not served where this or nobody authenticates.
   */
  provider?: Partial<Provider>;
  /** Where outside parties are and who vouches for them, by their names, in place of the real. */
  providers?: Readonly<Record<string, ProviderOverride>>;
  switchedOn?: Providers;
  sendWebhook?: SendWebhook;
  /** Measures the process as well, which is then this service's alone. */
  isWholeProcess?: boolean;
  /** Told that the database has stopped for good, which only a new start of the service mends. */
  onDatabaseLost?: (error: SettingsError) => void;
};

export type Surroundings = {
  now: () => Date;
  elapsedMs: () => number;
  randomBytes: RandomBytes;
  timers: Timers;
  log: Logger;
  metrics: Prometheus;
  traces: Traces;
  /** Sends what waits; nothing is traced any more. */
  stopTraces: () => Promise<void>;
};

/** What the services are made of. `onError`: told what went wrong in the background, of which company and with which record. */
export type Dependencies = Surroundings & {
  db: Db;
  envelope: RotatingEnvelope;
  onError: (error: unknown, companyId?: string, id?: string) => void;
  overrides: Overrides;
};

export function surroundingsOf(settings: Settings, overrides: Overrides): Surroundings {
  const made = {
    now: overrides.now ?? (() => new Date()),
    elapsedMs: overrides.elapsedMs ?? (() => performance.now()),
    randomBytes: overrides.randomBytes ?? createRandomBytes(),
    timers: overrides.timers ?? realTimers,
    log: overrides.log ?? pino({ level: settings.logLevel, base: null }),
    metrics: createPrometheus({ ofProcess: overrides.isWholeProcess ?? false, ...settings }),
  };
  return { ...made, ...createTraces(settings, made) };
}

export async function openDatabase(
  settings: Settings,
  { metrics }: { metrics: Pick<Prometheus, 'transactionRetried'> },
  onLost: (error: SettingsError) => void = () => undefined,
): Promise<Db> {
  try {
    const { dataDir, databaseUrl, databaseConnections: maxConnections, templateDir } = settings;
    const onConflict = () => metrics.transactionRetried();
    const address = databaseUrl === undefined ? {} : { databaseUrl };
    const template = async () =>
      templateDir === undefined ? null : readTemplate(templateDir, migrations);
    const onBroken = (code: string | null) => onLost(new SettingsError(sentenceOf(code)));
    return await openDb({ dataDir, ...address, maxConnections, template, onConflict, onBroken });
  } catch (error) {
    // The engine's own sentence names the setting and holds no address.
    throw error instanceof Error ? new SettingsError(error.message) : error;
  }
}

/** One line of the log when the database begins to refuse, and one when it is over. */
export function watched(db: Db, { elapsedMs, log }: Surroundings): Db {
  return watchDb(db, {
    elapsedMs,
    onRefusing: (code) => log.error({ code, reason: reasonOf(code) }, 'the database refuses work'),
    onKeeping: (refused) => log.info({ refused }, 'the database takes what is written again'),
  });
}

function sentenceOf(code: string | null): string {
  const reason = `${reasonOf(code ?? 'XX')} (${code})`;
  return `The database in DATA_DIR has stopped, ${reason}; the service has to be started again.`;
}

export async function openEnvelope(
  settings: Settings,
  randomBytes: RandomBytes,
): Promise<RotatingEnvelope> {
  const keys =
    settings.keyEncryptionKeys ?? (await readOrCreateKeyFile(keyFileOf(settings), randomBytes));
  return createRotatingEnvelope(keys, randomBytes);
}

function createTraces(
  { traces: settings }: Settings,
  dependencies: {
    metrics: Pick<Metrics, 'spansLeft'>;
    randomBytes: RandomBytes;
    timers: Timers;
    now: () => Date;
  },
): { traces: Traces; stopTraces: () => Promise<void> } {
  if (settings === null) return { traces: NO_TRACES, stopTraces: async () => undefined };
  const { metrics, randomBytes, timers, now } = dependencies;
  const queue = createSpanQueue({
    send: createOtlpSender(settings, {
      version: packageInfo.version,
      instanceId: Buffer.from(randomBytes(16)).toString('hex'),
    }),
    timers,
    onSpans: (outcome, count) => metrics.spansLeft({ outcome, count }),
  });
  const { share } = settings;
  const traces = createTracer({
    ...{ share, randomBytes, onEnd: queue.add },
    now: () => now().getTime(),
  });
  return { traces, stopTraces: () => queue.stop() };
}
