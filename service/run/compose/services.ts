import { createAuthenticate } from '../../api/authenticate.ts';
import type { AppDependencies } from '../../api/dependencies.ts';
import { openHashRoot } from '../../base/crypto/hash-root.ts';
import { createKeyedHash } from '../../base/crypto/keyed-hash.ts';
import { countUnreadable } from '../../base/crypto/unreadable-values.ts';
import { pollEach } from '../../base/shared/poll-each.ts';
import { SettingsError } from '../../base/shared/settings-error.ts';
import type { AccountStore } from '../../domain/accounts/account.ts';
import { timeOf } from '../../domain/accounts/account.ts';
import { createKeyUseLog } from '../../domain/accounts/key-use.ts';
import { createRefusedCallLog } from '../../domain/accounts/refused-call.ts';
import { createHealth } from '../../domain/metrics/health.ts';
import { createServedShare } from '../../domain/metrics/served-companies.ts';
import { createServiceStatus } from '../../domain/metrics/service-status.ts';
import { ANSWER_WITHIN_MS } from '../../providers/provider.ts';
import type { Settings } from '../../settings.ts';
import { dashboardUrlOf, isDashboardServed } from '../../settings.ts';
import type { Replica } from '../../store/engine/replica.ts';
import { createAccountStore } from '../../store/tables/accounts/account.ts';
import { createKeyUseStore } from '../../store/tables/accounts/key-use.ts';
import { createRefusedCallStore } from '../../store/tables/accounts/refused-call.ts';
import { createLedgerStore } from '../../store/tables/ledger/ledger.ts';
import { createReserveStore } from '../../store/tables/ledger/reserve.ts';
import { createStatementStore } from '../../store/tables/ledger/statement.ts';
import { createIdempotencyStore } from '../../store/tables/limits/idempotency.ts';
import { createLookUps } from '../../store/tables/payins/look-ups.ts';
import { createPayinStore } from '../../store/tables/payins/payin.ts';
import { createPayinListStore } from '../../store/tables/payins/payin-list.ts';
import { createPayinTraceStore } from '../../store/tables/payins/payin-trace.ts';
import { createRefundStore } from '../../store/tables/payins/refund.ts';
import { createReversalStore } from '../../store/tables/payins/reversal.ts';
import { createUnderpaymentStore } from '../../store/tables/payins/underpayment.ts';
import { createUserStore } from '../../store/tables/people/user.ts';
import { createRecoveryCodeStore } from '../../store/tables/people/user-recovery-code.ts';
import { createTotpStore } from '../../store/tables/people/user-totp.ts';
import { createArchive } from '../../store/tables/upkeep/archive.ts';
import { createHashRootStore } from '../../store/tables/upkeep/hash-root.ts';
import { createCompanyNodes } from '../../store/tables/upkeep/nodes.ts';
import { createPollQueue } from './background.ts';
import { createBaseProvider, createProviderWatch, withBaseProvider } from './base-provider.ts';
import { createCards } from './cards.ts';
import type { Dependencies } from './dependencies.ts';
import { createLimits } from './limits.ts';
import { createLists } from './lists.ts';
import { readNoticeAuthorities } from './notice-authorities.ts';
import { createPayouts } from './payouts.ts';
import { createProviders, readProviders } from './providers.ts';
import { prepareSchema } from './schema.ts';
import { createThreeDS } from './three-d-secure.ts';
import { createTransitions } from './transitions.ts';
import { createWebhooks } from './webhooks.ts';

/** Nothing listens or runs in the background yet. */
export async function createServices(
  settings: Settings,
  dependencies: Dependencies & { replica: Replica | null },
) {
  const { db, replica, now, randomBytes, timers, log, metrics, traces, onError } = dependencies;
  const { envelope, count: unreadableRecords } = countUnreadable(dependencies.envelope);
  const accounts = createAccountStore(db);
  await prepareSchema(settings, { db, accounts, log });
  const root = await openHashRoot(createHashRootStore(db), envelope, randomBytes);
  const hash = createKeyedHash(root);
  const nowFor = (companyId: string) => timeOf(companyId, { accounts, now });
  const made = { ...dependencies, envelope, hash, accounts, nowFor };

  const limits = createLimits(settings, made);
  const cards = createCards(made);
  const known = { ...made, ...limits };
  const { services: threeDSServices, threeDS, bank } = await createThreeDS(settings, known);
  const addresses = {
    baseUrl: settings.baseUrl ?? '',
    checkoutUrl: settings.checkoutUrl ?? '',
    threeDSStageUrl: settings.threeDSUrl ?? '',
    dashboardUrl: isDashboardServed(settings) ? dashboardUrlOf(settings) : '',
  };
  const noticeAuthorities = readNoticeAuthorities(settings.notices);
  const serviceStatus = createServiceStatus(() => services.health(), now);
  const watch = createProviderWatch({ ...known, serviceStatus });
  const registered = createProviders(settings, { ...made, addresses, watch, noticeAuthorities });
  const baseProvider = createBaseProvider(settings, { ...made, watch, threeDS, bank });
  const switchedOn = dependencies.overrides.switchedOn ?? registered.registeredProviders;
  const providers = withBaseProvider(baseProvider, switchedOn);
  await refuseSandboxAccounts(settings, accounts);
  const { services: webhooks, startDelivery } = createWebhooks(settings, made);
  const ledger = { ledger: createLedgerStore(db), reserves: createReserveStore(db) };
  const moving = { ...known, ...cards, ...threeDSServices, ...ledger, ...webhooks };
  const transitions = createTransitions(moving);
  const queue = createPollQueue(timers, onError);
  const lookingUp = { lookUps: createLookUps(db), pollEach, pollSoon: queue.pollEach };
  const asking = { ...lookingUp, answerWithinMs: ANSWER_WITHIN_MS };
  const payouts = createPayouts({ ...made, ...transitions, ...asking, providers });

  const refusedCalls = createRefusedCallStore(db);
  const keyUse = createKeyUseLog(createKeyUseStore(db), { now, onError });

  const elapsedMs = () => performance.now();
  const served = createServedShare(createCompanyNodes(db), { elapsedMs, timers });
  const state = { mode: settings.mode, isStopping: false, unreadableRecords };
  const services: AppDependencies = {
    ...limits,
    ...cards,
    ...threeDSServices,
    ...ledger,
    ...webhooks,
    ...transitions,
    ...payouts,
    log,
    metrics,
    traces,
    now,
    timers,
    randomBytes,
    mode: settings.mode,
    db,
    envelope,
    hash,
    accounts,
    providers,
    inBackground: (work) => void work.catch(onError),
    authenticate: createAuthenticate({ accounts, hash, keyUse }),
    keyUse,
    refusedCalls,
    refusedCallLog: createRefusedCallLog(refusedCalls, onError),
    payins: createPayinStore(db),
    payinLists: createPayinListStore(db),
    payinTraces: createPayinTraceStore(db),
    archive: createArchive(db),
    archiveAfterMonths: settings.archiveAfterMonths,
    statements: createStatementStore(db),
    lists: createLists(db, replica),
    payinsUnderWay: new Map(),
    reversals: createReversalStore(db),
    underpayments: createUnderpaymentStore(db),
    refunds: createRefundStore(db),
    users: createUserStore(db),
    totp: createTotpStore(db),
    recoveryCodes: createRecoveryCodeStore(db),
    ...asking,
    ...registered,
    idempotency: createIdempotencyStore(db),
    trustedProxyHops: settings.trustedProxyHops,
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
