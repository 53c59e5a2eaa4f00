import type { Provider } from '../providers/provider.ts';

/** Thrown means "unknown" to whoever asks: it is asked again by a service that has a provider. */
async function unreachable(): Promise<never> {
  throw new Error('no provider is asked beside a service');
}

export const OFFLINE_PROVIDER = {
  name: 'offline',
  isReal: true,
  deadlineMs: 1000,
  cards: {
    settlesWithinMs: 0,
    charge: unreachable,
    findCharge: unreachable,
    storeCard: unreachable,
  },
  payments: {
    issuePix: unreachable,
    issueBoleto: unreachable,
    openConsent: unreachable,
    findPayment: unreachable,
    onNotice: () => undefined,
  },
  payouts: { check: unreachable, send: unreachable, find: unreachable },
  threeDS: null,
} satisfies Provider;
