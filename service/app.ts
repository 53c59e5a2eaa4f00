import type { Logger } from 'pino';
import { settleLeftovers, startChores } from './chores.ts';
import { followNotices } from './compose-acquirer.ts';
import { openMetrics } from './compose-metrics.ts';
import { serveOperator } from './compose-operator.ts';
import type { Origins } from './compose-origins.ts';
import { drainListeners, openOrigins, readBuiltWeb, stopListeners } from './compose-origins.ts';
import type { Overrides } from './compose-services.ts';
import { createServices, openDatabase, openEnvelope, worldOf } from './compose-services.ts';
import { followResults } from './compose-three-d-secure.ts';
import { framesOf, nameOf } from './http/error-handler.ts';
import type { Timers } from './periodic.ts';
import type { SeedServices } from './sandbox-accounts.ts';
import { readSandboxAccounts, SANDBOX_ACCOUNTS, seedSandboxAccounts } from './sandbox-accounts.ts';
import type { Settings } from './settings.ts';

export type { Overrides } from './compose-services.ts';

export type RunningService = Origins & {
  /** Of this machine alone, unless METRICS_HOST says otherwise. */
  metricsUrl: string;
  /**
   * `/health` turns first, and the ports stay open for the settings' `drainMs`. Then they close,
   * running requests end (at most 10 s), and the database is let go of.
   */
  stop(): Promise<void>;
};

/**
 * Starts the payment service: database, keys, accounts, then every listener; from then on a
 * payment can be taken. Throws `SettingsError` with one sentence when it must not or cannot start.
 */
export async function startService(
  settings: Settings,
  overrides: Overrides = {},
): Promise<RunningService> {
  const world = worldOf(settings, overrides);
  const envelope = await openEnvelope(settings, world.randomBytes);
  const db = overrides.db ?? (await openDatabase(settings, world));
  // Compressed while the accounts are looked through, which takes another processor. Not before: the
  // embedded engine is compiled by both.
  const readingWeb = readBuiltWeb(settings);
  readingWeb.catch(() => undefined);
  const stops: (() => Promise<void>)[] = [() => db.close()];
  const stopAll = async () => {
    for (const stop of stops.reverse().splice(0)) await stop();
  };
  try {
    const onError = onChoreFailure(world.log);
    const made = await createServices(settings, { ...world, db, envelope, onError, overrides });
    followNotices(made.services);
    await seedAccounts(settings, made.services);
    await settleLeftovers(made.services);
    stops.push(await made.webhooks.start(onError));
    stops.push(followResults(made.services, onError));
    stops.push(() => made.services.payoutFollower.stop());
    stops.push(startChores(made.services, onError));
    const { accounts } = made.services;
    const metrics = await openMetrics(settings, { ...world, db, accounts, onError });
    stops.push(() => metrics.stop());
    const web = await readingWeb;
    const { origins, listeners } = await openOrigins(settings, { ...made, web });
    stops.push(() => stopListeners(listeners));
    stops.push(await serveOperator(settings, { services: made.services, envelope }));
    return {
      ...origins,
      metricsUrl: metrics.url,
      async stop() {
        made.state.isStopping = true;
        drainListeners(listeners);
        await pause(settings.drainMs, world.timers);
        await stopAll();
      },
    };
  } catch (error) {
    await stopAll();
    throw error;
  }
}

function pause(delayMs: number, timers: Timers): Promise<void> {
  if (delayMs === 0) return Promise.resolve();
  return new Promise((resolve) => timers.after(delayMs, resolve));
}

function onChoreFailure(log: Logger) {
  return (error: unknown) =>
    log.error({ errorName: nameOf(error), frames: framesOf(error) }, 'a periodic chore failed');
}

async function seedAccounts(settings: Settings, services: SeedServices): Promise<void> {
  if (settings.mode === 'production') return;
  const { sandboxAccountsFile } = settings;
  const more =
    sandboxAccountsFile === undefined ? [] : await readSandboxAccounts(sandboxAccountsFile);
  await seedSandboxAccounts([...SANDBOX_ACCOUNTS, ...more], services);
}
