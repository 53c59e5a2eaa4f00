import { acquirerHosts, withPrefix } from '../service/testing/acquirer-means.ts';
import type { Acquirer } from '../simulators/cielo/acquirer.ts';
import { startAcquirer } from '../simulators/cielo/acquirer.ts';
import type { MerchantSite } from './merchant-page.ts';
import { simulatorHarness, startRoutedSystem } from './routed-system.ts';
import { test as base } from './system.ts';

/** The account before the order, whose cards go to Cielo as it is played, with its MPI. */
const COMPANY = 'preorder';

export type MpiSystem = {
  merchant: MerchantSite;
  baseUrl: string;
  checkoutUrl: string;
  threeDSStageUrl: string;
  party: Acquirer;
  dataDir: string;
  logs: () => string;
};

/** `atMpi`: a service of this worker with what the build made, and the party it charges at. */
export const test = base.extend<object, { atMpi: MpiSystem }>({
  atMpi: [
    async ({ merchant }, use) => {
      const party = await startAcquirer({ ...simulatorHarness(), profile: 'cielo' });
      const { merchantId, merchantKey } = party.credentials;
      const { stop, ...system } = await startRoutedSystem({
        ...{ company: COMPANY, provider: 'cielo', party, hosts: acquirerHosts(party) },
        settings: {
          ...{ 'merchant-id': merchantId, 'merchant-key': merchantKey },
          ...withPrefix('mpi-', party.mpiCredentials),
        },
      });
      await use({ ...system, party, merchant });
      await stop();
    },
    { scope: 'worker', timeout: 240_000 },
  ],
});
