import type { Logger } from 'pino';
import { pino } from 'pino';
import type { AccountStore } from './account.ts';
import { accountTime } from './account.ts';
import type { Acquirer } from './acquirer.ts';
import { createApproveAtOnce } from './approve-at-once.ts';
import { createCardTestingWatch, watchAuthentications, watchCharges } from './card-testing.ts';
import { createCardVault } from './card-vault.ts';
import { composeAcquirer } from './compose-acquirer.ts';
import { composePayouts } from './compose-payouts.ts';
import { composeThreeDS } from './compose-three-d-secure.ts';
import { composeWebhooks } from './compose-webhooks.ts';
import {
  countNewPayins,
  countNewPayouts,
  countPayinMoves,
  countPayoutMoves,
  countRefusals,
} from './count-changes.ts';
import { createCvvs } from './cvv.ts';
import type { RandomBytes, RotatingEnvelope } from './envelope.ts';
import { createRotatingEnvelope } from './envelope.ts';
import { openHashRoot } from './hash-root.ts';
import { readHealth } from './health.ts';
import { createAuthenticate } from './http/authenticate.ts';
import type { Prometheus } from './http/prometheus.ts';
import { createPrometheus } from './http/prometheus.ts';
import { readOrCreateKeyFile } from './key-file.ts';
import { createKeyedHash } from './keyed-hash.ts';
import { measureAcquirer, measurePayoutAcquirer } from './measure-acquirer.ts';
import { createPayinPosting } from './payin-ledger.ts';
import type { PayoutAcquirer } from './payout-acquirer.ts';
import type { Timers } from './periodic.ts';
import { createRandomBytes } from './random-bytes.ts';
import type { AppServices } from './routes/apps.ts';
import type { Settings } from './settings.ts';
import { keyFileOf, SettingsError } from './settings.ts';
import { createAccountStore } from './store/account.ts';
import { createAntifraudSessionStore } from './store/antifraud-session.ts';
import { createCardTokenStore } from './store/card-token.ts';
import { withAfterCommit } from './store/commit-hook.ts';
import { readTemplate } from './store/database-template.ts';
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
import { createPayinApprovalStore } from './store/payin-approval.ts';
import { createReserveStore } from './store/reserve.ts';
import { createSharedRateLimiter } from './store/shared-rate-limit.ts';
import { createAuthenticationStore } from './store/three-d-secure.ts';
import { createUnloggedCvvStore } from './store/unlogged-cvv.ts';
import type { ThreeDSecureProvider } from './three-d-secure-provider.ts';
import { createThreeDSVault } from './three-d-secure-vault.ts';
import type { SendWebhook } from './webhook-delivery.ts';
import { toWebhookEvent } from './webhook-outbox.ts';

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
  /** Measures the process as well, which is then this service's alone. */
  isWholeProcess?: boolean;
};

/** The real world, but for what is put in its place. */
export function worldOf(
  settings: Settings,
  overrides: Overrides,
): Pick<World, 'now' | 'randomBytes' | 'timers' | 'log' | 'metrics'> {
  return {
    now: overrides.now ?? (() => new Date()),
    randomBytes: overrides.randomBytes ?? createRandomBytes(),
    timers: overrides.timers ?? realTimers,
    log: overrides.log ?? pino({ level: settings.logLevel, base: null }),
    metrics: createPrometheus({ ofProcess: overrides.isWholeProcess ?? false }),
  };
}

export async function openDatabase(
  settings: Settings,
  { metrics }: Pick<World, 'metrics'>,
): Promise<Db> {
  try {
    const { dataDir, databaseUrl, templateDir } = settings;
    const onConflict = () => metrics.transactionRetried();
    const address = databaseUrl === undefined ? {} : { databaseUrl };
    const template = async () => (templateDir === undefined ? null : readTemplate(templateDir));
    return await openDb({ dataDir, ...address, template, onConflict });
  } catch (error) {
    // The engine's own sentence names the setting and holds no address.
    throw error instanceof Error ? new SettingsError(error.message) : error;
  }
}

export async function openEnvelope(
  settings: Settings,
  randomBytes: RandomBytes,
): Promise<RotatingEnvelope> {
  const keys =
    settings.keyEncryptionKeys ?? (await readOrCreateKeyFile(keyFileOf(settings), randomBytes));
  return createRotatingEnvelope(keys, randomBytes);
}

/** What the services are made of. `onError`: what a follower in the background ran into. */
export type World = {
  now: () => Date;
  randomBytes: RandomBytes;
  timers: Timers;
  log: Logger;
  metrics: Prometheus;
  db: Db;
  envelope: RotatingEnvelope;
  onError: (error: unknown) => void;
  overrides: Overrides;
};

/**
 * Brings the database up to date and makes every service. Nothing listens, runs in the background
 * or is settled by that.
 */
export async function createServices(settings: Settings, world: World) {
  const { db, envelope, now, randomBytes, timers, log, metrics } = world;
  await migrate(db, migrations);
  const root = await openHashRoot(createHashRootStore(db), envelope, randomBytes);
  const hash = createKeyedHash(root);
  const accounts = createAccountStore(db);
  const ledger = createLedgerStore(db);
  const reserves = createReserveStore(db);
  const nowFor = async (companyId: string) => {
    const account = await accounts.find(companyId);
    return account === null ? now() : accountTime(account, now());
  };
  const provider = world.overrides.threeDSProvider;
  const threeDS = await composeThreeDS(settings, { ...world, nowFor, provider });
  const given = world.overrides.acquirer;
  const { bank } = threeDS;
  const composed = composeAcquirer(settings, { ...world, nowFor, acquirer: given, bank });
  await refuseSandboxAccounts(settings, accounts);
  const cardTesting = createCardTestingWatch(settings.declinesBeforeSlowdown);
  const watch = { cardTesting, now };
  const measure = { metrics, elapsedMs: () => performance.now() };

  const { sendWebhook } = world.overrides;
  const webhooks = composeWebhooks(settings, { ...world, accounts, sendWebhook });
  const { db: watchedDb, afterCommit } = withAfterCommit(webhooks.db);
  const count = { metrics, afterCommit };
  const payouts = composePayouts(settings, {
    ...world,
    db: watchedDb,
    accounts,
    ledger,
    effects: [webhooks.payoutEffect, countPayoutMoves(count)],
    watched: {
      payouts: (store) => countNewPayouts(store, count),
      payoutAcquirer: (acquirer) => measurePayoutAcquirer(acquirer, measure),
    },
    payoutAcquirer: world.overrides.payoutAcquirer,
    onError: world.onError,
  });
  const state = { mode: settings.mode, isStopping: false };
  const services: AppServices = {
    ...payouts,
    log,
    metrics,
    mode: settings.mode,
    db: watchedDb,
    now,
    timers,
    randomBytes,
    hash,
    accounts,
    acquirer: watchCharges(measureAcquirer(composed, measure), watch),
    authenticate: createAuthenticate({ accounts, hash }),
    antifraudSessions: createAntifraudSessionStore(db),
    cardTokens: createCardTokenStore(db),
    vault: createCardVault(envelope, hash),
    authentications: watchAuthentications(createAuthenticationStore(db), watch),
    threeDSVault: createThreeDSVault(envelope),
    threeDSProvider: threeDS.provider,
    cvvs: createCvvs(
      db.engine === 'embedded' ? createMemoryCvvStore() : createUnloggedCvvStore(db),
      { hash, randomBytes },
    ),
    payins: countNewPayins(createPayinStore(db), count),
    payinEffects: [
      webhooks.payinEffect,
      // The last that writes, since its lock is held until the commit.
      createPayinPosting({ ledger, accounts, reserves }),
      countPayinMoves(count),
    ],
    approveAtOnce: createApproveAtOnce({
      approvals: createPayinApprovalStore(db),
      toEvent: (draft) => toWebhookEvent(draft, { randomBytes, now }),
      onApproved(payin, event) {
        metrics.payinEntered(payin.paymentMethod, payin.status);
        if (event !== null) webhooks.wake();
      },
    }),
    webhooks: webhooks.webhooks,
    webhookSigning: webhooks.webhookSigning,
    envelope,
    ledger,
    reserves,
    payinsUnderWay: new Map(),
    declines: createDeclineStore(db),
    idempotency: createIdempotencyStore(db),
    rateLimiter: countRefusals(
      db.engine === 'embedded' ? createMemoryRateLimiter() : createSharedRateLimiter(db),
      metrics,
    ),
    checkoutLimits: settings.checkoutLimits,
    cardTesting,
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

async function refuseSandboxAccounts(settings: Settings, accounts: AccountStore): Promise<void> {
  if (settings.mode !== 'production' || !(await accounts.hasSandboxAccounts())) return;
  throw new SettingsError('MODE production must not use a database with sandbox accounts.');
}

const realTimers: Timers = {
  after(delayMs, work) {
    const timer = setTimeout(work, delayMs);
    return () => clearTimeout(timer);
  },
};
