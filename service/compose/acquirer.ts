import type { KeyedHash } from '../crypto/keyed-hash.ts';
import type { ListeningApp } from '../http/server.ts';
import type { CardTestingWatch } from '../limits/card-testing.ts';
import { watchCharges } from '../limits/card-testing.ts';
import type { RefusedTryStore } from '../limits/retry-budget.ts';
import { limitRetries } from '../limits/retry-budget.ts';
import { measureAcquirer } from '../metrics/measure-acquirer.ts';
import type { PayinDependencies } from '../payins/dependencies.ts';
import { followPayment } from '../payins/end-payment.ts';
import type { Acquirer } from '../providers/acquirer.ts';
import { bankPage } from '../providers/sandbox-3ds/page.ts';
import { createSandboxAcquirer } from '../providers/sandbox-acquirer/acquirer.ts';
import { createConsents } from '../providers/sandbox-acquirer/consent.ts';
import { createConsentApp } from '../providers/sandbox-acquirer/consent-pages.ts';
import { createSandboxPayments } from '../providers/sandbox-acquirer/payments.ts';
import { createSandboxRefunds } from '../providers/sandbox-acquirer/refunds.ts';
import type { Settings } from '../settings.ts';
import { SettingsError } from '../shared/settings-error.ts';
import { createProviderState } from '../store/provider-state.ts';
import type { Dependencies } from './dependencies.ts';
import type { SandboxBank } from './three-d-secure.ts';

type SandboxDependencies = Pick<Dependencies, 'db' | 'envelope' | 'randomBytes'> & {
  nowFor: (companyId: string) => Promise<Date>;
  /** Its address shows the consent page as well. */
  bank: SandboxBank | null;
};

/**
 * Who moves the money of payins: the sandbox's acquirer in the sandbox, where no other is given.
 * What it answers is measured, and watched for somebody trying out cards and for tries that networks
 * would fine.
 */
export function createAcquirer(
  settings: Settings,
  dependencies: SandboxDependencies &
    Pick<Dependencies, 'metrics' | 'now' | 'overrides'> & {
      cardTesting: CardTestingWatch;
      refusedTries: RefusedTryStore;
      hash: KeyedHash;
    },
): Acquirer {
  const { metrics, overrides } = dependencies;
  const acquirer = overrides.acquirer ?? createSandbox(dependencies);
  if (settings.mode === 'production' && !acquirer.isReal) {
    throw new SettingsError('MODE production needs a real acquirer, and none is configured.');
  }
  const measured = measureAcquirer(acquirer, { metrics, elapsedMs: () => performance.now() });
  return limitRetries(watchCharges(measured, dependencies), dependencies);
}

function createSandbox({ db, envelope, nowFor, randomBytes, bank }: SandboxDependencies): Acquirer {
  const state = createProviderState(db, envelope, 'sandbox-acquirer');
  const randomId = () => Buffer.from(randomBytes(16)).toString('hex');
  const bankUrl = () => bank?.url ?? null;
  const consents = createConsents({ state, nowFor, bankUrl });
  if (bank !== null) {
    const consentApp = createConsentApp(consents, ({ title, bankName, content }) =>
      bankPage(title, content, { bankName, isAlone: true }),
    );
    bank.app = withConsents(bank.app, consentApp);
  }
  const refunds = createSandboxRefunds({ state, nowFor, randomId });
  const payments = createSandboxPayments({ state, consents, refunds, randomId });
  return createSandboxAcquirer({ state, nowFor, randomId, payments, refunds });
}

/** Follows what the acquirer tells of payments. */
export function followNotices(services: PayinDependencies): void {
  services.acquirer.payments?.onNotice((payment) => followPayment(payment, services));
}

/** One address, two applications, told apart by path. */
function withConsents(bank: ListeningApp, consents: ListeningApp): ListeningApp {
  return {
    fetch: (request, env) => {
      const { pathname } = new URL(request.url);
      return (pathname.startsWith('/open-finance/') ? consents : bank).fetch(request, env);
    },
  };
}
