import { createAuthenticate } from '../../api/authenticate.ts';
import type { AppDependencies } from '../../api/dependencies.ts';
import { openHashRoot } from '../../base/crypto/hash-root.ts';
import { createKeyedHash } from '../../base/crypto/keyed-hash.ts';
import { countUnreadable } from '../../base/crypto/unreadable-values.ts';
import { openPostalCodes } from '../../base/formats/postal-codes.ts';
import { pollEach } from '../../base/shared/poll-each.ts';
import { SettingsError } from '../../base/shared/settings-error.ts';
import type { AccountStore } from '../../domain/accounts/account.ts';
import { timeOf } from '../../domain/accounts/account.ts';
import { createKeyUseLog } from '../../domain/accounts/key-use.ts';
import { createRefusedCallLog } from '../../domain/accounts/refused-call.ts';
import { createCardVault } from '../../domain/cards/card-vault.ts';
import { createCvvs } from '../../domain/cards/cvv.ts';
import { createCardTestingWatch } from '../../domain/limits/card-testing.ts';
import { countCodes, countRefusals } from '../../domain/metrics/count-changes.ts';
import { createHealth } from '../../domain/metrics/health.ts';
import { createServedShare } from '../../domain/metrics/served-companies.ts';
import { createServiceStatus } from '../../domain/metrics/service-status.ts';
import { createPayoutFollower } from '../../domain/payouts/payout-follower.ts';
import { ANSWER_WITHIN_MS } from '../../providers/provider.ts';
import type { Settings } from '../../settings.ts';
import { dashboardUrlOf, isDashboardServed } from '../../settings.ts';
import type { Replica } from '../../store/engine/replica.ts';
import { createCompanyNodes } from '../../store/tables/upkeep/nodes.ts';
import { createPollQueue } from './background.ts';
import { createBaseProvider, createProviderWatch, withBaseProvider } from './base-provider.ts';
import type { Dependencies } from './dependencies.ts';
import { createLists } from './lists.ts';
import { readNoticeAuthorities } from './notice-authorities.ts';
import { createProviders, readProviders } from './providers.ts';
import { prepareSchema } from './schema.ts';
import type { Stores } from './stores.ts';
import { createStores } from './stores.ts';
import { createThreeDS } from './three-d-secure.ts';
import { createTransitions } from './transitions.ts';
import { createWebhooks } from './webhooks.ts';

/** Nothing listens or runs in the background yet. */
export async function createServices(
  settings: Settings,
  dependencies: Dependencies & { replica: Replica | null; stores?: Stores },
) {
  const { db, replica, now, elapsedMs, randomBytes, timers, log, metrics, onError } = dependencies;
  const { stores = createStores(db) } = dependencies;
  const { accounts } = stores;
  const { envelope, count: unreadableRecords } = countUnreadable(dependencies.envelope);
  await prepareSchema(settings, { db, accounts, log });
  const root = await openHashRoot(stores.hashRoots, envelope, randomBytes);
  const hash = createKeyedHash(root);
  const limits = {
    rateLimiter: countRefusals(stores.rateLimiter, metrics),
    checkoutLimits: settings.checkoutLimits,
    cardTesting: createCardTestingWatch(settings.declinesBeforeSlowdown),
  };
  const nowFor = (companyId: string) => timeOf(companyId, { accounts, now });
  const audit = countCodes(stores.audit, metrics);
  const made = { ...dependencies, ...stores, ...limits, audit, envelope, hash, nowFor };

  const { services: threeDSServices, threeDS, bank } = await createThreeDS(settings, made);
  const addresses = {
    baseUrl: settings.baseUrl ?? '',
    checkoutUrl: settings.checkoutUrl ?? '',
    threeDSStageUrl: settings.threeDSUrl ?? '',
    paymentPageUrl: settings.paymentPageUrl ?? '',
    dashboardUrl: isDashboardServed(settings) ? dashboardUrlOf(settings) : '',
  };
  const noticeAuthorities = readNoticeAuthorities(settings.notices);
  const serviceStatus = createServiceStatus(() => services.health(), now);
  const watch = createProviderWatch({ ...made, serviceStatus });
  const provided = { ...made, addresses, watch, noticeAuthorities };
  const registeredProviders = createProviders(settings, provided);
  const baseProvider = createBaseProvider(settings, { ...made, watch, threeDS, bank });
  const switchedOn = dependencies.overrides.switchedOn ?? registeredProviders;
  const providers = withBaseProvider(baseProvider, switchedOn);
  await refuseSandboxAccounts(settings, accounts);
  const { services: webhooks, startDelivery } = createWebhooks(settings, made);
  const transitions = createTransitions({ ...made, ...threeDSServices, ...webhooks });
  const queue = createPollQueue(timers, onError);
  const asking = { pollEach, pollSoon: queue.pollEach, answerWithinMs: ANSWER_WITHIN_MS };
  const payoutServices = {
    ...made,
    ...transitions,
    ...asking,
    providers,
    payoutsUnderWay: new Map(),
  };

  const served = createServedShare(createCompanyNodes(db), { elapsedMs, timers });
  const state = { mode: settings.mode, isStopping: false, unreadableRecords };
  const keyUse = createKeyUseLog(stores.keyUses, { now, onError });
  const services: AppDependencies & Stores = {
    ...payoutServices,
    ...threeDSServices,
    ...webhooks,
    vault: createCardVault(envelope, hash),
    cvvs: createCvvs(stores.sealedCvvs, made),
    payoutFollower: createPayoutFollower(payoutServices, onError),
    mode: settings.mode,
    inBackground: (work) => void work.catch(onError),
    authenticate: createAuthenticate({ accounts, hash, keyUse, addresses }),
    keyUse,
    refusedCallLog: createRefusedCallLog(stores.refusedCalls, onError),
    archiveAfterMonths: settings.archiveAfterMonths,
    lists: createLists(db, replica),
    payinsUnderWay: new Map(),
    registeredProviders,
    trustedProxyHops: settings.trustedProxyHops,
    findPostalCode: await openPostalCodes(settings.postalCodesFile),
    noticeAuthorities,
    noticeCertificateHeader: settings.notices?.certificateHeader ?? null,
    securityContact: settings.securityContact ?? null,
    addresses,
    health: createHealth(db, state, elapsedMs, () => readProviders(services), served),
    serviceStatus: serviceStatus.read,
  };
  return { services, queue, state, envelope, bank, baseProvider, startDelivery };
}

async function refuseSandboxAccounts(settings: Settings, accounts: AccountStore): Promise<void> {
  if (settings.mode !== 'production' || !(await accounts.hasAccounts({ sandbox: true }))) return;
  throw new SettingsError('MODE production must not use a database with sandbox accounts.');
}
