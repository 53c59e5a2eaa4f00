import type { Logger } from 'pino';
import { refusalOf } from '../base/shared/db.ts';
import type { Timers } from '../base/shared/periodic.ts';
import { startFlushing } from '../base/shared/periodic.ts';
import { PollsFailed } from '../base/shared/poll-each.ts';
import { createConnectionLimits } from '../http/connection-limits.ts';
import { framesOf, nameOf } from '../http/error-handler.ts';
import type { SeedServices } from '../sandbox/sandbox-accounts.ts';
import {
  readSandboxAccounts,
  SANDBOX_ACCOUNTS,
  seedSandboxAccounts,
} from '../sandbox/sandbox-accounts.ts';
import type { UserSeedServices } from '../sandbox/sandbox-users.ts';
import { seedSandboxUsers } from '../sandbox/sandbox-users.ts';
import type { Settings } from '../settings.ts';
import { createBackground } from './compose/background.ts';
import { followNotices } from './compose/base-provider.ts';
import type { Overrides } from './compose/dependencies.ts';
import { openDatabase, openEnvelope, surroundingsOf, watched } from './compose/dependencies.ts';
import type { ServiceUrls } from './compose/listeners.ts';
import { drainListeners, openListeners, readBuiltWeb, stopListeners } from './compose/listeners.ts';
import { openReplica } from './compose/lists.ts';
import { openMetrics } from './compose/metrics.ts';
import { createDashboard, serveOperator } from './compose/operator.ts';
import { createServices } from './compose/services.ts';
import { followResults } from './compose/three-d-secure.ts';

export type { Overrides } from './compose/dependencies.ts';

export type RunningService = ServiceUrls & {
  metricsUrl: string;
  /**
   * `/health` turns first, and the ports stay open for the settings' `drainMs`. Then they close,
   * running requests end (at most 10 s), and the database is let go of.
   */
  stop(): Promise<void>;
};

/** From then on a payment can be taken. Throws `SettingsError` when it must not or cannot start. */
export async function startService(
  settings: Settings,
  overrides: Overrides = {},
): Promise<RunningService> {
  const surroundings = surroundingsOf(settings, overrides);
  const { log, randomBytes, timers } = surroundings;
  const envelope = await openEnvelope(settings, randomBytes);
  const { onDatabaseLost } = overrides;
  const opened = overrides.db ?? (await openDatabase(settings, surroundings, onDatabaseLost));
  const db = watched(opened, surroundings);
  // Compressed while the accounts are looked through, which takes another processor. Not before: the
  // embedded engine is compiled by both.
  const readingWeb = readBuiltWeb(settings);
  readingWeb.catch(() => undefined);
  const replica = openReplica(settings, db, surroundings.elapsedMs);
  const stops: (() => Promise<void>)[] = [surroundings.stopTraces, () => db.close()];
  if (replica !== null) stops.push(replica.close);
  const stopAll = async () => {
    for (const stop of stops.reverse().splice(0)) await stop();
  };
  try {
    const onError = logFailure(log);
    const dependencies = { ...surroundings, db, replica, envelope, onError, overrides };
    const made = await createServices(settings, dependencies);
    followNotices(made.baseProvider, made.services);
    await seedSandbox(settings, made.services);
    const background = createBackground(made.services, made.queue, onError);
    await background.catchUp().catch(async (error: unknown) => {
      await background.stop();
      throw error;
    });
    const { keyUse, refusedCallLog } = made.services;
    stops.push(startFlushing([keyUse, refusedCallLog], { timers, onError }));
    stops.push(() => made.services.registeredProviders.stop());
    stops.push(made.startDelivery());
    const threeDS = made.baseProvider?.threeDS ?? null;
    stops.push(followResults(threeDS, made.services, onError));
    stops.push(() => made.services.payoutFollower.stop());
    background.start();
    stops.push(() => background.stop());
    const { accounts, registeredProviders, health } = made.services;
    const watched = { ...dependencies, accounts, registeredProviders, health };
    const metrics = await openMetrics(settings, watched);
    stops.push(() => metrics.stop());
    const web = await readingWeb;
    const limits = createConnectionLimits(settings.incomingConnections, {
      ...settings,
      timers,
      onClosed: dependencies.metrics.connectionClosed,
    });
    const { services, envelope: counted } = made;
    const dashboard = createDashboard(settings, { services, envelope: counted, web, timers });
    const work = { ...settings.workLimit, timers };
    const opened = { ...made, web, limits, work, dashboard };
    const { urls, listeners } = await openListeners(settings, opened);
    stops.push(() => stopListeners(listeners));
    stops.push(await serveOperator(settings, { services, envelope: counted }));
    return {
      ...urls,
      metricsUrl: metrics.url,
      async stop() {
        made.state.isStopping = true;
        drainListeners(listeners);
        await pause(settings.drainMs, timers);
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

/** Of what the database refuses its own line tells, once. */
function logFailure(log: Logger) {
  const tell = (error: unknown, companyId?: string, id?: string) => {
    if (refusalOf(error) !== null) return;
    log.error(
      { companyId, id, errorName: nameOf(error), frames: framesOf(error) },
      'work in the background failed',
    );
  };
  return (error: unknown, companyId?: string, id?: string) => {
    if (!(error instanceof PollsFailed)) return tell(error, companyId, id);
    for (const failure of error.named) tell(failure.error, companyId, failure.id);
    if (error.more > 0) log.error({ companyId, more: error.more }, 'more of the same round failed');
  };
}

async function seedSandbox(settings: Settings, services: SeedServices & UserSeedServices) {
  if (settings.mode === 'production') return;
  const { sandboxAccountsFile } = settings;
  const more =
    sandboxAccountsFile === undefined ? [] : await readSandboxAccounts(sandboxAccountsFile);
  await seedSandboxAccounts([...SANDBOX_ACCOUNTS, ...more], services);
  await seedSandboxUsers(services);
}
