import type { Acquirer } from './acquirer.ts';
import type { ComposedThreeDS } from './compose-three-d-secure.ts';
import type { Envelope, RandomBytes } from './envelope.ts';
import type { ListeningApp } from './http/server.ts';
import { bankPage } from './providers/sandbox-3ds/page.ts';
import { createSandboxAcquirer } from './providers/sandbox-acquirer/acquirer.ts';
import { createConsents } from './providers/sandbox-acquirer/consent.ts';
import { createConsentApp } from './providers/sandbox-acquirer/consent-pages.ts';
import { createSandboxPayments } from './providers/sandbox-acquirer/payments.ts';
import type { Settings } from './settings.ts';
import { SettingsError } from './settings.ts';
import type { FollowPaymentServices } from './settle-payment.ts';
import { followPayment } from './settle-payment.ts';
import type { Db } from './store/db.ts';
import { createProviderState } from './store/provider-state.ts';

/** Who moves the money of payins: the sandbox's acquirer in the sandbox, where none is given. */
export function composeAcquirer(
  settings: Settings,
  world: {
    db: Db;
    envelope: Envelope;
    nowFor: (companyId: string) => Promise<Date>;
    randomBytes: RandomBytes;
    acquirer: Acquirer | undefined;
    /** Whose origin the consent page shares. */
    bank: ComposedThreeDS['bank'];
  },
): Acquirer {
  const acquirer = world.acquirer ?? createSandbox(world);
  if (settings.mode === 'production' && !acquirer.isReal) {
    throw new SettingsError('MODE production needs a real acquirer, and none is configured.');
  }
  return acquirer;
}

function createSandbox({
  db,
  envelope,
  nowFor,
  randomBytes,
  bank,
}: Parameters<typeof composeAcquirer>[1]): Acquirer {
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
  const payments = createSandboxPayments({ state, consents, randomId });
  return createSandboxAcquirer({ state, nowFor, randomId, payments });
}

/** Follows what the acquirer tells of payments. */
export function followNotices(services: FollowPaymentServices): void {
  services.acquirer.payments?.onNotice((payment) => followPayment(payment, services));
}

/** One origin, two applications, told apart by path. */
function withConsents(bank: ListeningApp, consents: ListeningApp): ListeningApp {
  return {
    fetch: (request, env) => {
      const { pathname } = new URL(request.url);
      return (pathname.startsWith('/open-finance/') ? consents : bank).fetch(request, env);
    },
  };
}
