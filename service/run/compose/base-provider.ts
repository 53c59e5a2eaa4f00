import type { KeyedHash } from '../../base/crypto/keyed-hash.ts';
import { SettingsError } from '../../base/shared/settings-error.ts';
import type { CardTestingWatch } from '../../domain/limits/card-testing.ts';
import { watchCharges } from '../../domain/limits/card-testing.ts';
import type { RefusedTryStore } from '../../domain/limits/retry-budget.ts';
import { limitRetries } from '../../domain/limits/retry-budget.ts';
import { measureProvider } from '../../domain/metrics/measure-provider.ts';
import type { Metrics } from '../../domain/metrics/metrics.ts';
import type { PayinDependencies } from '../../domain/payins/dependencies.ts';
import { followPayment } from '../../domain/payins/end-payment.ts';
import type { ListeningApp } from '../../http/server.ts';
import type { RoutedMethod } from '../../providers/definition.ts';
import type { Provider } from '../../providers/provider.ts';
import type { Providers } from '../../providers/providers.ts';
import { payingBy, SANDBOX_TERMS } from '../../providers/settlement-terms.ts';
import type { ThreeDSecureProvider } from '../../providers/three-d-secure-provider.ts';
import { createSandboxAcquirer } from '../../sandbox/acquirer/acquirer.ts';
import { createConsents } from '../../sandbox/acquirer/consent.ts';
import { createConsentApp } from '../../sandbox/acquirer/consent-pages.ts';
import { createSandboxPayments } from '../../sandbox/acquirer/payments.ts';
import { createSandboxPayouts } from '../../sandbox/acquirer/payouts.ts';
import { createSandboxRefunds } from '../../sandbox/acquirer/refunds.ts';
import type { Settings } from '../../settings.ts';
import { createProviderState } from '../../store/tables/providers/provider-state.ts';
import type { Dependencies } from './dependencies.ts';
import type { SandboxBank } from './three-d-secure.ts';

type SandboxDependencies = Pick<Dependencies, 'db' | 'envelope' | 'randomBytes'> & {
  nowFor: (companyId: string) => Promise<Date>;
  bank: SandboxBank | null;
  threeDS: ThreeDSecureProvider | null;
};

const SANDBOX = 'sandbox';
/** It answers at once or never. */
const SANDBOX_DEADLINE_MS = 3_000;

const NOBODY: Omit<Provider, 'name' | 'isReal' | 'deadlineMs'> = {
  cards: null,
  payments: null,
  payouts: null,
  threeDS: null,
};

/**
 * For accounts without a route: in the sandbox the one that is played here, in production nobody.
 */
export function createBaseProvider(
  settings: Settings,
  dependencies: SandboxDependencies &
    Pick<Dependencies, 'overrides'> & { watch: (provider: Provider) => Provider },
): Provider | null {
  const { overrides, watch } = dependencies;
  const provider =
    settings.mode === 'production'
      ? givenForProduction(overrides.provider)
      : { ...createSandbox(dependencies), ...overrides.provider };
  return provider === null ? null : watch(provider);
}

/** Measures every provider, and watches for cards tried out and tries that networks would fine. */
export function createProviderWatch(
  dependencies: Pick<Dependencies, 'metrics' | 'traces' | 'now' | 'log'> & {
    cardTesting: CardTestingWatch;
    refusedTries: RefusedTryStore;
    hash: KeyedHash;
    serviceStatus: Pick<Metrics, 'acquirerAnswered'>;
  },
): (provider: Provider) => Provider {
  const { metrics, traces, log, serviceStatus } = dependencies;
  const listeners = [metrics, serviceStatus];
  const acquirerAnswered: Metrics['acquirerAnswered'] = (call) => {
    for (const listener of listeners) listener.acquirerAnswered(call);
  };
  return (provider) => {
    const elapsedMs = () => performance.now();
    const told = { metrics: { acquirerAnswered }, traces, elapsedMs, log };
    const measured = measureProvider(provider, told);
    return limitRetries(watchCharges(measured, dependencies), dependencies);
  };
}

function givenForProduction(given: Partial<Provider> | undefined): Provider | null {
  if (given === undefined) return null;
  const provider = { name: 'given', isReal: false, deadlineMs: SANDBOX_DEADLINE_MS, ...NOBODY };
  const made: Provider = { ...provider, ...given };
  if (!made.isReal) {
    throw new SettingsError('MODE production must not use a provider of the sandbox.');
  }
  return made;
}

function createSandbox(dependencies: SandboxDependencies): Provider {
  const { db, envelope, nowFor, randomBytes, bank, threeDS } = dependencies;
  const state = createProviderState(db, envelope, 'sandbox-acquirer');
  const randomId = () => Buffer.from(randomBytes(16)).toString('hex');
  const bankUrl = () => bank?.url ?? null;
  const consents = createConsents({ state, nowFor, bankUrl });
  if (bank !== null) bank.app = withConsents(bank.app, createConsentApp(consents));
  const refunds = createSandboxRefunds({ state, nowFor, randomId });
  return {
    name: SANDBOX,
    isReal: false,
    deadlineMs: SANDBOX_DEADLINE_MS,
    cards: payingBy(SANDBOX_TERMS, createSandboxAcquirer({ state, nowFor, randomId, refunds })),
    payments: createSandboxPayments({ state, consents, refunds, randomId }),
    payouts: createSandboxPayouts({ state, randomId }),
    threeDS,
  };
}

/**
 * Those that operators have switched on; for accounts without a route, the base provider, which is
 * found by each name it may have been written under.
 */
export function withBaseProvider(base: Provider | null, switchedOn: Providers | null): Providers {
  if (base === null && switchedOn !== null) return switchedOn;
  const names = new Set([SANDBOX, base?.name, base?.threeDS?.name]);
  const ownRoute = (method: RoutedMethod) => (base !== null && serves(base, method) ? [base] : []);
  return {
    async route(companyId, method) {
      const isRouted = await switchedOn?.isRouted(companyId, method);
      return isRouted ? (switchedOn?.route(companyId, method) ?? []) : ownRoute(method);
    },
    async isRouted(companyId, method, name) {
      const isSwitchedOn = (await switchedOn?.isRouted(companyId, method)) ?? false;
      if (isSwitchedOn) return switchedOn?.isRouted(companyId, method, name) ?? false;
      return ownRoute(method).length > 0 && (name === undefined || names.has(name));
    },
    async find(companyId, name) {
      if (names.has(name)) return base;
      return switchedOn?.find(companyId, name) ?? null;
    },
  };
}

function serves({ cards, payments, payouts }: Provider, method: RoutedMethod): boolean {
  if (method === 'CREDIT_CARD') return cards !== null;
  return (method === 'PAYOUT' ? payouts : payments) !== null;
}

export function followNotices(provider: Provider | null, services: PayinDependencies): void {
  provider?.payments?.onNotice?.(async (payment) => {
    await followPayment(payment, services);
  });
}

function withConsents(bank: ListeningApp, consents: ListeningApp): ListeningApp {
  return {
    fetch: (request, env) => {
      const { pathname } = new URL(request.url);
      return (pathname.startsWith('/open-finance/') ? consents : bank).fetch(request, env);
    },
  };
}
