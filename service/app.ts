import { randomBytes as nodeRandomBytes } from 'node:crypto';
import type { Logger } from 'pino';
import { pino } from 'pino';
import { accountTime } from './account.ts';
import type { Acquirer } from './acquirer.ts';
import { createCardVault } from './card-vault.ts';
import { settleLeftovers, startChores } from './chores.ts';
import { composeAcquirer, followNotices } from './compose-acquirer.ts';
import type { Origins } from './compose-origins.ts';
import { openOrigins, stopListeners } from './compose-origins.ts';
import { composePayouts } from './compose-payouts.ts';
import { composeThreeDS, followResults } from './compose-three-d-secure.ts';
import { composeWebhooks } from './compose-webhooks.ts';
import { createCvvs } from './cvv.ts';
import type { Envelope, RandomBytes } from './envelope.ts';
import { createEnvelope } from './envelope.ts';
import { openHashRoot } from './hash-root.ts';
import { readHealth } from './health.ts';
import { createAuthenticate } from './http/authenticate.ts';
import { framesOf, nameOf } from './http/error-handler.ts';
import { readOrCreateKeyFile } from './key-file.ts';
import { createKeyedHash } from './keyed-hash.ts';
import { createPayinPosting } from './payin-ledger.ts';
import type { PayoutAcquirer } from './payout-acquirer.ts';
import type { Timers } from './periodic.ts';
import type { AppServices } from './routes/apps.ts';
import type { SeedServices } from './sandbox-accounts.ts';
import { readSandboxAccounts, SANDBOX_ACCOUNTS, seedSandboxAccounts } from './sandbox-accounts.ts';
import type { Settings } from './settings.ts';
import { keyFileOf, SettingsError } from './settings.ts';
import { createAccountStore } from './store/account.ts';
import { createAntifraudSessionStore } from './store/antifraud-session.ts';
import { createCardTokenStore } from './store/card-token.ts';
import type { Db } from './store/db.ts';
import { createDeclineStore } from './store/decline.ts';
import { createHashRootStore } from './store/hash-root.ts';
import { createIdempotencyStore } from './store/idempotency.ts';
import { createLedgerStore } from './store/ledger.ts';
import { createMemoryCvvStore } from './store/memory-cvv.ts';
import { createMemoryRateLimiter } from './store/memory-rate-limit.ts';
import { migrate } from './store/migrate.ts';
import { migrations } from './store/migrations.ts';
import { openDb } from './store/open-db.ts';
import { createPayinStore } from './store/payin.ts';
import { createSharedRateLimiter } from './store/shared-rate-limit.ts';
import { createAuthenticationStore } from './store/three-d-secure.ts';
import { createUnloggedCvvStore } from './store/unlogged-cvv.ts';
import type { ThreeDSecureProvider } from './three-d-secure-provider.ts';
import { createThreeDSVault } from './three-d-secure-vault.ts';
import type { SendWebhook } from './webhook-delivery.ts';

/** What a test or script may put in place of the real world. */
export type Overrides = {
  now?: () => Date;
  randomBytes?: RandomBytes;
  timers?: Timers;
  log?: Logger;
  /** An open database; it is migrated here and closed by `stop`. */
  db?: Db;
  /** In place of the sandbox's acquirer. */
  acquirer?: Acquirer;
  payoutAcquirer?: PayoutAcquirer;
  /** In place of the sandbox's 3-D Secure provider; its bank is not served then. */
  threeDSProvider?: ThreeDSecureProvider;
  /** In place of the network, for events. */
  sendWebhook?: SendWebhook;
};

export type RunningService = Origins & {
  /** Ends running requests (at most 10 s), then lets go of the database. */
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
  const world = {
    now: overrides.now ?? (() => new Date()),
    randomBytes: overrides.randomBytes ?? ((size: number) => new Uint8Array(nodeRandomBytes(size))),
    timers: overrides.timers ?? realTimers,
    log: overrides.log ?? pino({ level: settings.logLevel, base: null }),
  };
  const envelope = await openEnvelope(settings, world.randomBytes);
  const db = overrides.db ?? (await openDatabase(settings));
  const stops: (() => Promise<void>)[] = [() => db.close()];
  const stopAll = async () => {
    for (const stop of stops.reverse().splice(0)) await stop();
  };
  try {
    const made = await createServices(settings, { ...world, db, envelope, overrides });
    followNotices(made.services);
    await settleLeftovers(made.services);
    stops.push(await made.webhooks.start(onChoreFailure(world.log)));
    stops.push(followResults(made.services, onChoreFailure(world.log)));
    stops.push(() => made.services.payoutFollower.stop());
    stops.push(startChores(made.services, onChoreFailure(world.log)));
    const { origins, listeners } = await openOrigins(settings, made);
    stops.push(() => stopListeners(listeners));
    return {
      ...origins,
      async stop() {
        made.state.isStopping = true;
        await stopAll();
      },
    };
  } catch (error) {
    await stopAll();
    throw error;
  }
}

function onChoreFailure(log: Logger) {
  return (error: unknown) =>
    log.error({ errorName: nameOf(error), frames: framesOf(error) }, 'a periodic chore failed');
}

async function openDatabase(settings: Settings): Promise<Db> {
  try {
    const { dataDir, databaseUrl } = settings;
    return await openDb({ dataDir, ...(databaseUrl === undefined ? {} : { databaseUrl }) });
  } catch (error) {
    // The engine's own sentence names the setting and holds no address.
    throw error instanceof Error ? new SettingsError(error.message) : error;
  }
}

async function openEnvelope(settings: Settings, randomBytes: RandomBytes): Promise<Envelope> {
  const keys =
    settings.keyEncryptionKeys ?? (await readOrCreateKeyFile(keyFileOf(settings), randomBytes));
  return createEnvelope(keys, randomBytes);
}

type World = {
  now: () => Date;
  randomBytes: RandomBytes;
  timers: Timers;
  log: Logger;
  db: Db;
  envelope: Envelope;
  overrides: Overrides;
};

async function createServices(settings: Settings, world: World) {
  const { db, envelope, now, randomBytes, timers, log } = world;
  await migrate(db, migrations);
  const root = await openHashRoot(createHashRootStore(db), envelope, randomBytes);
  const hash = createKeyedHash(root);
  const accounts = createAccountStore(db);
  const ledger = createLedgerStore(db);
  const nowFor = async (companyId: string) => {
    const account = await accounts.find(companyId);
    return account === null ? now() : accountTime(account, now());
  };
  const provider = world.overrides.threeDSProvider;
  const threeDS = await composeThreeDS(settings, { ...world, nowFor, provider });
  const given = world.overrides.acquirer;
  const acquirer = composeAcquirer(settings, {
    ...world,
    nowFor,
    acquirer: given,
    bank: threeDS.bank,
  });
  await prepareAccounts(settings, { db, accounts, ledger, hash, now });

  const { sendWebhook } = world.overrides;
  const webhooks = composeWebhooks(settings, { ...world, accounts, sendWebhook });
  const payouts = composePayouts(settings, {
    ...world,
    db: webhooks.db,
    accounts,
    ledger,
    effects: [webhooks.payoutEffect],
    payoutAcquirer: world.overrides.payoutAcquirer,
    onError: onChoreFailure(log),
  });
  const state = { mode: settings.mode, isStopping: false };
  const services: AppServices = {
    ...payouts,
    log,
    mode: settings.mode,
    db: webhooks.db,
    now,
    timers,
    randomBytes,
    hash,
    accounts,
    acquirer,
    authenticate: createAuthenticate({ accounts, hash }),
    antifraudSessions: createAntifraudSessionStore(db),
    cardTokens: createCardTokenStore(db),
    vault: createCardVault(envelope, hash),
    authentications: createAuthenticationStore(db),
    threeDSVault: createThreeDSVault(envelope),
    threeDSProvider: threeDS.provider,
    cvvs: createCvvs(
      db.engine === 'embedded' ? createMemoryCvvStore() : createUnloggedCvvStore(db),
      { hash, randomBytes },
    ),
    payins: createPayinStore(db),
    payinEffects: [createPayinPosting({ ledger, accounts }), webhooks.payinEffect],
    webhooks: webhooks.webhooks,
    webhookSigning: webhooks.webhookSigning,
    envelope,
    ledger,
    payinsUnderWay: new Map(),
    declines: createDeclineStore(db),
    idempotency: createIdempotencyStore(db),
    rateLimiter: db.engine === 'embedded' ? createMemoryRateLimiter() : createSharedRateLimiter(db),
    trustedProxyHops: settings.trustedProxyHops,
    addresses: {
      baseUrl: settings.baseUrl ?? '',
      checkoutUrl: settings.checkoutUrl ?? '',
      threeDSStageUrl: settings.threeDSUrl ?? '',
      threeDSProvider: threeDS.provider,
    },
    health: () => readHealth(db, state),
  };
  return { services, state, threeDS, webhooks };
}

async function prepareAccounts(settings: Settings, services: SeedServices): Promise<void> {
  if (settings.mode === 'production') {
    if (await services.accounts.hasSandboxAccounts()) {
      throw new SettingsError('MODE production must not use a database with sandbox accounts.');
    }
    return;
  }
  const { sandboxAccountsFile } = settings;
  const more =
    sandboxAccountsFile === undefined ? [] : await readSandboxAccounts(sandboxAccountsFile);
  await seedSandboxAccounts([...SANDBOX_ACCOUNTS, ...more], services);
}

const realTimers: Timers = {
  after(delayMs, work) {
    const timer = setTimeout(work, delayMs);
    return () => clearTimeout(timer);
  },
};
