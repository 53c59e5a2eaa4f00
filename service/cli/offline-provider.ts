import type { Provider } from '../providers/provider.ts';

/**
 * Stands beside a service for the provider that a sandbox plays within it. `onAsked`: a command
 * needed it. What was begun, a refund too, is gone on with by the service.
 */
export function offlineProvider(onAsked: () => void) {
  /** Thrown means "unknown" to whoever asks: it is asked again by a service that has a provider. */
  const unreachable = async (): Promise<never> => {
    onAsked();
    throw new Error('no provider is asked beside a service');
  };
  const refunds = { refund: unreachable, findRefund: unreachable };
  return {
    name: 'offline',
    isReal: true,
    deadlineMs: 1000,
    cards: {
      ...refunds,
      capabilities: { refund: ['CREDIT_CARD'] },
      settlesWithinMs: 0,
      charge: unreachable,
      findCharge: unreachable,
      storeCard: unreachable,
    },
    payments: {
      ...refunds,
      capabilities: { refund: ['PIX', 'OPEN_FINANCE'] },
      issuePix: unreachable,
      issueBoleto: unreachable,
      openConsent: unreachable,
      findPayment: unreachable,
    },
    payouts: { check: unreachable, send: unreachable, find: unreachable },
    threeDS: null,
  } satisfies Provider;
}

export const OFFLINE_PROVIDER = offlineProvider(() => undefined);

export const NOT_ASKED =
  'The provider of a sandbox is played by the running service alone, and was not asked here. What ' +
  'was begun goes on there; for the rest use the dashboard or the API.';
