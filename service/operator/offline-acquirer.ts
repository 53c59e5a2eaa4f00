import type { Acquirer } from '../providers/acquirer.ts';
import type { PayoutAcquirer } from '../providers/payout-acquirer.ts';

/** Thrown means "unknown" to whoever asks: it is asked again by a service that has an acquirer. */
async function unreachable(): Promise<never> {
  throw new Error('no acquirer is asked beside a service');
}

/** Stands where an acquirer does in a program that must not ask one: nothing is ever decided. */
export const OFFLINE_ACQUIRER: Acquirer = {
  name: 'offline',
  isReal: true,
  settlesWithinMs: 0,
  charge: unreachable,
  findCharge: unreachable,
  storeCard: unreachable,
  payments: {
    issuePix: unreachable,
    issueBoleto: unreachable,
    openConsent: unreachable,
    findPayment: unreachable,
    onNotice: () => undefined,
  },
};

export const OFFLINE_PAYOUT_ACQUIRER: PayoutAcquirer = {
  name: 'offline',
  isReal: true,
  check: unreachable,
  send: unreachable,
  find: unreachable,
};
